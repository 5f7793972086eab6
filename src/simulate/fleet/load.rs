//! The load on the downstream, second by second.

use serde::Serialize;

use super::moment::Moment;

/// Calls in each second; the index is the number of the second, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Load {
    /// Calls that were made.
    pub offered: Vec<u32>,
    /// Those of them that were retries.
    pub retries: Vec<u32>,
    /// Calls that were answered in time.
    pub served: Vec<u32>,
    /// Calls that were refused, or not answered in time, when their callers learned of it.
    pub failed: Vec<u32>,
}

impl Load {
    pub(super) fn offer(&mut self, at: Moment, is_retry: bool) {
        let second = self.reach(at);
        self.offered[second] += 1;
        self.retries[second] += u32::from(is_retry);
    }

    pub(super) fn serve(&mut self, at: Moment) {
        let second = self.reach(at);
        self.served[second] += 1;
    }

    pub(super) fn fail(&mut self, at: Moment) {
        let second = self.reach(at);
        self.failed[second] += 1;
    }

    fn reach(&mut self, at: Moment) -> usize {
        let second = at.second();
        if second >= self.offered.len() {
            let Self { offered, retries, served, failed } = self;
            for series in [offered, retries, served, failed] {
                series.resize(second + 1, 0);
            }
        }
        second
    }

    /// How many seconds it spans.
    pub fn seconds(&self) -> usize {
        self.offered.len()
    }

    /// Calls in the busiest second.
    pub fn peak(&self) -> u32 {
        self.offered.iter().copied().max().unwrap_or(0)
    }

    /// Retries in the second that has most of them.
    pub fn retry_peak(&self) -> u32 {
        self.retries.iter().copied().max().unwrap_or(0)
    }

    /// Tells whether more calls fail than are served from second `from` on.
    pub(super) fn fails_from(&self, from: usize) -> bool {
        let sum = |series: &[u32]| -> u64 {
            series.get(from..).unwrap_or_default().iter().map(|calls| u64::from(*calls)).sum()
        };
        sum(&self.failed) > sum(&self.served)
    }
}
