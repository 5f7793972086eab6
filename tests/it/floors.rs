//! A module imports only from lower floors, and each heavy dependency has its place.

use std::collections::BTreeSet;

use crate::source::{self, CodePath};

/// A top-level module: its floor and what it may import.
struct Module {
    name: &'static str,
    floor: u8,
    may_import: &'static [&'static str],
}

const fn module(name: &'static str, floor: u8, may_import: &'static [&'static str]) -> Module {
    Module { name, floor, may_import }
}

const MODULES: &[Module] = &[
    module("model", 0, &[]),
    module("policy", 1, &["model"]),
    module("api", 1, &["model"]),
    module("query", 1, &["model"]),
    module("retry", 2, &["model", "policy", "query"]),
    module("lint", 3, &["model", "policy", "retry"]),
    module("simulate", 3, &["model", "policy", "retry"]),
    module("diff", 3, &["model", "policy", "retry"]),
    module("store", 3, &["model", "policy", "query", "retry"]),
    module("client", 3, &["model", "api", "query"]),
    module("worker", 4, &["model", "api", "client"]),
    module("runtime", 4, &["model", "policy", "query", "retry", "store"]),
    module(
        "server",
        5,
        &["model", "policy", "query", "retry", "lint", "simulate", "runtime", "api"],
    ),
    module("tui", 5, &["model", "api", "query", "client"]),
    module(
        "cli",
        6,
        &[
            "model", "policy", "api", "query", "retry", "lint", "simulate", "diff", "store",
            "client", "worker", "runtime", "server", "tui",
        ],
    ),
    module("main", 7, &["cli"]),
];

/// Dependencies and the modules that may name them; `demo` is the demo of the command line.
const PLACES: &[(&str, &[&str])] = &[
    ("serde_yaml", &["policy"]),
    ("granit_parser", &["policy"]),
    ("rusqlite", &["store"]),
    ("similar", &["cli"]),
    ("toml", &["lint", "cli"]),
    ("reqwest", &["client", "demo"]),
    ("axum", &["server", "demo"]),
    ("ratatui", &["tui"]),
    ("crossterm", &["tui"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("comfy_table", &["cli"]),
    ("indicatif", &["cli"]),
    ("plotters", &["simulate"]),
    ("terminal_size", &["cli"]),
];

/// Modules that compute: no clock, no randomness, no input or output.
const PURE: &[&str] = &["model", "policy", "api", "query", "retry", "lint", "simulate", "diff"];

/// What a pure module must not name.
const IMPURE: &[&[&str]] = &[
    &["tokio"],
    &["rand"],
    &["getrandom"],
    &["std", "env"],
    &["std", "fs"],
    &["std", "net"],
    &["std", "process"],
    &["std", "thread"],
    &["std", "time", "Instant"],
    &["std", "time", "SystemTime"],
];

/// Everything in a file that the floors forbid, one line each.
fn violations(file: &str, source: &str) -> Vec<String> {
    let own = module_path(file);
    let Some(name) = own.first() else { return Vec::new() };
    let Some(module) = MODULES.iter().find(|module| module.name == *name) else {
        return vec![format!("{file}: `{name}` has no floor")];
    };
    let fault = |path: &CodePath| {
        let fault = match inner_target(&own, path) {
            Some(target) => wrong_floor(module, &target),
            None => wrong_place(file, module, &path.parts),
        };
        fault.map(|fault| format!("{file}:{}: {fault}", path.line))
    };
    source::paths(source).iter().filter_map(fault).collect()
}

/// `src/retry/engine/mod.rs` is `retry::engine`; the library's root has no name.
fn module_path(file: &str) -> Vec<&str> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').filter(|part| *part != "lib").collect()
}

/// The item of this package that a path leads to, if it is one.
fn inner_target(own: &[&str], path: &CodePath) -> Option<Vec<String>> {
    let own = own.iter().map(|part| (*part).to_owned());
    let mut target: Vec<String> = own.chain(path.inline.iter().cloned()).collect();
    let mut parts = path.parts.iter().map(String::as_str).peekable();
    match parts.next()? {
        "crate" | "wovyr_retry" => target.clear(),
        "self" => {}
        "super" => {
            target.pop();
        }
        _ => return None,
    }
    while parts.next_if_eq(&"super").is_some() {
        target.pop();
    }
    target.extend(parts.map(str::to_owned));
    Some(target)
}

fn wrong_floor(module: &Module, target: &[String]) -> Option<String> {
    let to = target.first().map_or("*", String::as_str);
    let allowed = to == module.name || module.may_import.contains(&to);
    (!allowed).then(|| format!("`{}` (floor {}) imports `{to}`", module.name, module.floor))
}

fn wrong_place(file: &str, module: &Module, parts: &[String]) -> Option<String> {
    let path = parts.join("::");
    if let Some((_, places)) = PLACES.iter().find(|(name, _)| *name == parts[0]) {
        let demo = module.name == "cli" && file.contains("/demo");
        let allowed = places.contains(&module.name) || demo && places.contains(&"demo");
        return (!allowed).then(|| format!("`{path}` belongs into {places:?} only"));
    }
    let glob = parts.last().is_some_and(|last| last == "*");
    let named = &parts[..parts.len() - usize::from(glob)];
    let reaches = |impure: &&[&str]| {
        let shared = named.iter().zip(*impure).take_while(|(a, b)| a == b).count();
        shared == impure.len() || glob && shared == named.len()
    };
    let reads_a_clock = parts.len() > 1 && parts.last().is_some_and(|last| last == "now");
    let impure = reads_a_clock || IMPURE.iter().any(reaches);
    (impure && PURE.contains(&module.name))
        .then(|| format!("`{path}` has no place in the pure module `{}`", module.name))
}

#[test]
fn imports_run_down() {
    let found: Vec<String> = source::files("src", &[".rs"])
        .iter()
        .flat_map(|file| violations(&file.path, &file.text))
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_table_names_every_module_and_runs_down_itself() {
    let present: BTreeSet<String> = source::files("src", &[".rs"])
        .iter()
        .filter_map(|file| module_path(&file.path).first().map(|name| (*name).to_owned()))
        .collect();
    let named: BTreeSet<String> = MODULES.iter().map(|module| module.name.to_owned()).collect();
    assert_eq!(present, named);
    for module in MODULES {
        for import in module.may_import {
            let imported = MODULES.iter().find(|other| other.name == *import).unwrap();
            assert!(imported.floor < module.floor, "{} imports {import}", module.name);
        }
    }
}

#[test]
fn planted_violations_are_found() {
    for (file, source) in [
        ("src/retry/budget.rs", "use crate::store::Store;"),
        ("src/retry/budget.rs", "use crate::{model::Millis, store::{self, memory}};"),
        ("src/retry/budget.rs", "fn f() { crate::runtime::run(); }"),
        ("src/retry/budget.rs", "type T = Vec<crate::store::Row>;"),
        ("src/retry/engine/mod.rs", "use super::super::store;"),
        ("src/retry/mod.rs", "pub use super::{store as s};"),
        ("src/retry/budget.rs", "mod tests { use super::super::super::store::x; }"),
        ("src/retry/budget.rs", "use crate::*;"),
        ("src/retry/budget.rs", "use crate::Reexported;"),
        ("src/retry/budget.rs", "use wovyr_retry::cli;"),
        ("src/api/mod.rs", "use crate::policy::effective;"),
        ("src/tui/mod.rs", "use crate::store;"),
        ("src/main.rs", "fn main() { wovyr_retry::server::start() }"),
        ("src/cellar/mod.rs", ""),
        ("src/lint/mod.rs", "use serde_yaml::Value;"),
        ("src/policy/mod.rs", "use rusqlite;"),
        ("src/cli/commands/dlq/list.rs", "let r = reqwest::get(url);"),
        ("src/runtime/mod.rs", "use ::axum::Router;"),
        ("src/server/mod.rs", "#[derive(clap::Parser)] struct S;"),
        ("src/cli/commands/demo.rs", "use ratatui::Terminal;"),
        ("src/model/time.rs", "use std::time::{Duration, Instant};"),
        ("src/model/time.rs", "use std::time::*;"),
        ("src/model/time.rs", "fn f() { jiff::Zoned::now(); }"),
        ("src/policy/mod.rs", "use std::{fmt, fs::File};"),
        ("src/retry/mod.rs", "#[tokio::test] async fn f() {}"),
        ("src/simulate/mod.rs", "let n = rand::random();"),
        ("src/query/mod.rs", "std::env::var(name)"),
    ] {
        let found = violations(file, source);
        assert!(!found.is_empty(), "not found in {file}: {source}");
    }
}

#[test]
fn what_is_allowed_is_left_alone() {
    for (file, source) in [
        ("src/retry/budget.rs", "use crate::{model::Millis, policy::effective::*, query};"),
        ("src/retry/engine/planner.rs", "use super::super::budget; use crate::retry::sample;"),
        ("src/retry/budget.rs", "mod tests { use super::*; use super::super::jitter; }"),
        ("src/retry/budget.rs", "pub(crate) fn f() { self::g(); self.store.now() }"),
        (
            "src/retry/budget.rs",
            "// use crate::store;\n/* tokio::spawn */ const S: &str = \"axum::x\";",
        ),
        ("src/retry/strategy.rs", "use std::time::Duration; use std::{fmt, iter};"),
        ("src/runtime/mod.rs", "use crate::store; use std::time::Instant; tokio::spawn(x);"),
        ("src/cli/demo/downstream.rs", "use axum::Router; use reqwest::Client;"),
        ("src/main.rs", "fn main() { wovyr_retry::cli::run() }"),
        ("src/lib.rs", "pub mod store;"),
    ] {
        assert_eq!(violations(file, source), Vec::<String>::new(), "{file}");
    }
}
