//! The Prometheus exposition (spec §20), made anew of each census: nothing is kept by increments,
//! so nothing drifts.

use std::collections::BTreeMap;
use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};

use crate::model::{ActivityState, DeadLetterStatus};
use crate::retry::metrics::Census;

/// The media type of the text.
pub(super) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The numbers of one scrape.
#[derive(Debug)]
pub(super) struct Exposition {
    census: Census,
    events: BTreeMap<&'static str, u64>,
}

impl Exposition {
    /// Takes a census and the counts of events by name.
    pub(super) fn new(census: Census, events: BTreeMap<&'static str, u64>) -> Self {
        Self { census, events }
    }

    /// Writes the text.
    pub(super) fn text(self) -> Result<String, fmt::Error> {
        let mut registry = Registry::with_prefix("wovyr_retry");
        registry.register_collector(Box::new(self));
        let mut text = String::new();
        text::encode(&mut text, &registry)?;
        Ok(text)
    }
}

impl Collector for Exposition {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let Census { activities, dead_letters, totals } = &self.census;
        let by_state = ActivityState::ALL
            .iter()
            .map(|state| (state.as_str(), activities.get(state).copied().unwrap_or(0)));
        family(&mut encoder, "activities", "Activities by state", "state", by_state, gauge)?;
        let by_status = DeadLetterStatus::ALL
            .iter()
            .map(|status| (status.as_str(), dead_letters.get(status).copied().unwrap_or(0)));
        family(&mut encoder, "dead_letters", "Dead letters by status", "status", by_status, gauge)?;
        let events = self.events.iter().map(|(name, count)| (*name, *count));
        family(&mut encoder, "events", "Events by name", "event", events, ConstCounter::new)?;

        let delayed = activities.get(&ActivityState::Delayed).copied().unwrap_or(0);
        single(
            &mut encoder,
            "attempts",
            "Attempts after the first",
            None,
            &ConstCounter::new(totals.retries()),
        )?;
        single(
            &mut encoder,
            "queue_size",
            "Activities that wait for a retry",
            None,
            &gauge(delayed),
        )?;
        let ratios = [
            ("success", "Retries that completed, of those that ended", totals.retry_success_rate()),
            ("failure", "Retries that failed, of those that ended", totals.retry_failure_rate()),
        ];
        for (name, help, value) in ratios {
            optional(&mut encoder, name, help, &Unit::Ratios, value)?;
        }
        let spans = [
            ("latency", "Mean time between due and leased", totals.average_latency_ms()),
            ("delay", "Mean planned delay", totals.average_delay_ms()),
        ];
        for (name, help, millis) in spans {
            optional(&mut encoder, name, help, &Unit::Seconds, millis.map(|ms| ms / 1_000.0))?;
        }
        Ok(())
    }
}

fn gauge(value: u64) -> ConstGauge<i64> {
    ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX))
}

/// Writes a metric with one label.
fn family<'a, M: EncodeMetric>(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    label: &str,
    values: impl Iterator<Item = (&'a str, u64)>,
    metric: impl Fn(u64) -> M,
) -> Result<(), fmt::Error> {
    let kind: MetricType = metric(0).metric_type();
    let mut encoder = encoder.encode_descriptor(name, help, None, kind)?;
    for (value, count) in values {
        metric(count).encode(encoder.encode_family(&[(label, value)])?)?;
    }
    Ok(())
}

/// Writes a metric without labels.
fn single(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    metric: &impl EncodeMetric,
) -> Result<(), fmt::Error> {
    metric.encode(encoder.encode_descriptor(name, help, unit, metric.metric_type())?)
}

/// Writes a mean or a share, if there is one: without any observation it is left out, not zero.
fn optional(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: &Unit,
    value: Option<f64>,
) -> Result<(), fmt::Error> {
    match value {
        Some(value) => single(encoder, name, help, Some(unit), &ConstGauge::new(value)),
        None => Ok(()),
    }
}
