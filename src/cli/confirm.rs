//! Asking before something is changed.

use super::engine::until_interrupted;
use super::error::CliError;
use super::session::Session;

/// Asks `text` and takes only `y` or `yes` for a yes. Without a terminal nobody can be asked: then
/// only `--yes` says so, and no variable of the environment does.
pub(crate) async fn confirm(session: &mut Session, text: &str) -> Result<(), CliError> {
    if !session.can_ask {
        session.printer.say(text);
        return Err(CliError::usage(
            "this changes things, and without a terminal nobody can be asked",
            "add --yes if you mean it, or --dry-run to see what it would do",
        ));
    }
    session.printer.ask(&format!("{text}\nContinue? [y/N]"))?;
    let answer = until_interrupted(async {
        let read = tokio::task::spawn_blocking(|| {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line).map(|_| line)
        });
        read.await.unwrap_or_else(|panic| Err(std::io::Error::other(panic)))
    })
    .await?;
    let answer =
        answer.map_err(|source| CliError::Unreadable { what: "the answer".into(), source })?;
    match answer.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CliError::Declined),
    }
}
