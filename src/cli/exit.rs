//! The exit codes, a contract with scripts.

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Exit {
    /// Done; also an empty list, a dry run, a repeat of a done request.
    Done,
    /// Findings at or above `--fail-on`, or the engine refused.
    Refused,
    /// Usage, configuration, unreadable input or an internal error.
    Usage,
    /// Some of many items could not be done.
    Partial,
    /// The engine is unreachable, or will not have us.
    Unreachable,
    /// A selection to be changed matched nothing.
    NothingMatched,
    /// Stopped by the user; an operation on the engine goes on.
    Interrupted,
}

impl Exit {
    /// The number that the process exits with.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Usage => 2,
            Self::Partial => 3,
            Self::Unreachable => 4,
            Self::NothingMatched => 5,
            Self::Interrupted => 130,
        }
    }

    /// The graver of the two: 130 > 2 > 4 > 3 > 1 > 5 > 0.
    #[must_use]
    pub(crate) fn worst(self, other: Self) -> Self {
        if other.gravity() > self.gravity() { other } else { self }
    }

    const fn gravity(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NothingMatched => 1,
            Self::Refused => 2,
            Self::Partial => 3,
            Self::Unreachable => 4,
            Self::Usage => 5,
            Self::Interrupted => 6,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_several_wins_in_any_order() {
        let order = [
            Exit::Done,
            Exit::NothingMatched,
            Exit::Refused,
            Exit::Partial,
            Exit::Unreachable,
            Exit::Usage,
            Exit::Interrupted,
        ];
        for (i, milder) in order.iter().enumerate() {
            for graver in &order[i..] {
                assert_eq!(milder.worst(*graver), *graver);
                assert_eq!(graver.worst(*milder), *graver);
            }
        }
        assert_eq!(order.map(Exit::code), [0, 5, 1, 3, 4, 2, 130]);
    }
}
