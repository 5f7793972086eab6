//! `policy`: policy files, and the policies of the engine.

pub(crate) mod activate;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod lock;
pub(crate) mod publish;
pub(crate) mod rollback;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod show;
pub(crate) mod test;
pub(crate) mod verify;

/// The verbs of `policy`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Find mistakes in policy files
    Lint(lint::Args),
    /// Say what a rule finds, why, and how to mend it
    Explain(explain::Args),
    /// List the rules of lint
    Rules(rules::Args),
    /// Print the JSON Schema of policy files, for editors
    Schema(schema::Args),
    /// Hold policies to what is expected of them
    Test(test::Args),
    /// Show what a policy file comes to, and where each value is from
    Show(show::Args),
    /// Make policies of another system's retry rules
    Import(import::Args),
    /// Publish a policy file as the next version of a policy on the engine
    Publish(publish::Args),
    /// List the policies of the engine
    List(list::Args),
    /// Make a published version the one that new activities get
    Activate(activate::Args),
    /// Go back to an older version
    Rollback(rollback::Args),
    /// Show who published and activated what, when and why
    History(history::Args),
    /// Check that stored versions are what was published
    Verify(verify::Args),
    /// Keep the versions of policy files in a lock file
    Lock(lock::Args),
    /// Compare two policies by what they do
    Diff(diff::Args),
}
