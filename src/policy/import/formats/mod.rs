//! One file for each system: how its files are known and what its rules do.

pub(super) mod argo_cd;
pub(super) mod argo_workflows;
pub(super) mod cloud_tasks;
pub(super) mod dapr;
pub(super) mod step_functions;
pub(super) mod temporal;
pub(super) mod wovyr;
