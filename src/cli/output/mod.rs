//! What is written, in which form, and the one place that writes it.

mod cell;
mod drawing;
mod format;
mod json;
pub(crate) mod junit;
mod layout;
mod moment;
mod page;
mod printer;
mod rows;
mod shape;
mod table;
mod visible;
mod yaml;

pub(crate) use cell::Cell;
pub(crate) use format::{Color, Format};
pub(crate) use moment::{Viewpoint, Zone};
pub(crate) use page::{Grid, Page};
pub(crate) use printer::{Notes, Printer, PrinterOptions};
pub(crate) use rows::Tail;
pub(crate) use shape::{Column, Shape};
pub(crate) use visible::visible;
