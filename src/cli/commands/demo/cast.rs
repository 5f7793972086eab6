//! The cast of the demo: a shop that schedules orders and workers that charge cards.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use super::downstream::{IDEMPOTENCY_KEY, PaymentApi};
use super::script::{Order, Script};
use crate::api::{
    AcquireRequest, CompleteRequest, FailRequest, FailureBody, LeaseView, ScheduleRequest,
};
use crate::client::{ClientError, EngineClient};
use crate::model::{ActivityId, Failure};

/// The queue of the demo.
const QUEUE: &str = "payments";

/// How often the shop looks whether an order is due.
const SHOP_TICK: Duration = Duration::from_millis(50);

/// How long a worker that cannot reach the engine waits before it asks again.
const PAUSE: Duration = Duration::from_millis(200);

/// Leases that a worker takes at a time.
const LEASES: u32 = 4;

/// What clients of the engine saw acknowledged; compared with the store at the end.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Orders that the engine accepted.
    pub(super) orders: Mutex<Vec<ActivityId>>,
    /// Outcomes that the engine accepted.
    pub(super) outcomes: Mutex<Vec<Outcome>>,
    /// What happened last, for people.
    news: Mutex<Vec<String>>,
}

/// An outcome that the engine accepted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    /// The order.
    pub(super) id: ActivityId,
    /// The life that it was in.
    pub(super) generation: u32,
    /// The attempt.
    pub(super) attempt: u32,
    /// Whether it succeeded.
    pub(super) completed: bool,
}

impl Record {
    /// Notes something worth telling.
    pub(super) fn tell(&self, news: String) {
        lock(&self.news).push(news);
    }

    /// The latest news, newest last.
    pub(super) fn latest(&self, count: usize) -> Vec<String> {
        let news = lock(&self.news);
        news[news.len().saturating_sub(count)..].to_vec()
    }
}

/// Locks what no holder leaves broken: each only pushes or copies.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The shop: schedules the orders of the script as their time comes.
pub(super) async fn shop(
    client: EngineClient,
    script: Script,
    started: Instant,
    record: Arc<Record>,
) {
    let mut next = 1;
    loop {
        while next <= script.orders_by(started.elapsed()) {
            match client.schedule(&order(next)).await {
                Ok(activity) => {
                    lock(&record.orders).push(activity.id);
                    next += 1;
                }
                // The same identity again: a repeat cannot make a second order.
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        tokio::time::sleep(SHOP_TICK).await;
    }
}

fn order(number: u64) -> ScheduleRequest {
    let (activity_id, activity_type, payload) = match Script::order(number) {
        Order::Good => ("charge", "ChargeCard", "good"),
        Order::Declined => ("charge", "ChargeCard", "declined"),
        Order::Poison => ("receipt", "PrintReceipt", "poison"),
    };
    ScheduleRequest {
        workflow_id: format!("order-{}", 1_000 + number),
        execution_id: "run-1".to_owned(),
        activity_id: activity_id.to_owned(),
        activity_type: activity_type.to_owned(),
        queue: QUEUE.to_owned(),
        policy: Some(super::POLICY_NAME.to_owned()),
        priority: None,
        run_at: None,
        metadata: std::collections::BTreeMap::new(),
        payload: Some(payload.to_owned()),
        payload_base64: None,
    }
}

/// A place in which one worker after the other works; each dies of the first poison it touches.
pub(super) async fn workplace(
    place: usize,
    client: EngineClient,
    payments: PaymentApi,
    record: Arc<Record>,
) {
    for life in 1.. {
        let worker = Worker {
            id: format!("worker-{place}.{life}"),
            client: client.clone(),
            http: reqwest::Client::builder().no_proxy().build().unwrap_or_default(),
            payments: payments.clone(),
            record: Arc::clone(&record),
        };
        worker.work_until_death().await;
    }
}

struct Worker {
    id: String,
    client: EngineClient,
    http: reqwest::Client,
    payments: PaymentApi,
    record: Arc<Record>,
}

impl Worker {
    /// Polls and works. Returns as a process dies: with its leases held and nothing reported.
    async fn work_until_death(&self) {
        let poll = AcquireRequest {
            worker_id: self.id.clone(),
            queues: vec![QUEUE.to_owned()],
            activity_types: Vec::new(),
            max: LEASES,
            wait_ms: 5_000,
        };
        loop {
            let Ok(answer) = self.client.acquire(&poll).await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            for lease in answer.leases {
                if lease.payload.as_deref() == Some("poison") {
                    let order = &lease.activity.workflow_id;
                    self.record.tell(format!("{} was killed by {order}'s receipt", self.id));
                    return;
                }
                let outcome = self.charge(&lease).await;
                self.report(&lease, outcome).await;
            }
        }
    }

    /// Charges the card of one order.
    async fn charge(&self, lease: &LeaseView) -> Result<(), Failure> {
        let sent = self
            .http
            .post(self.payments.charge_url())
            .header(IDEMPOTENCY_KEY, &lease.idempotency_key)
            .body(lease.payload.clone().unwrap_or_default())
            .send()
            .await;
        let answer = sent.map_err(|error| Failure::new("NetworkTimeout", error.to_string()))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        let message = answer.text().await.unwrap_or_default();
        let failure = Failure::new("HttpError", format!("{}: {message}", status.as_u16()));
        Err(Failure { http_status: Some(status.as_u16()), ..failure })
    }

    /// Reports until the engine has the outcome or refuses it.
    async fn report(&self, lease: &LeaseView, outcome: Result<(), Failure>) {
        loop {
            let answer = match &outcome {
                Ok(()) => {
                    let request = CompleteRequest::with_result(b"charged".to_vec());
                    self.client.complete(&lease.token, &request).await
                }
                Err(failure) => {
                    let failure = FailureBody::from(failure.clone());
                    self.client.fail(&lease.token, &FailRequest { failure }).await
                }
            };
            match answer {
                Ok(_) => break,
                // The engine took us for dead; the next worker's outcome counts.
                Err(ClientError::Refused { .. }) => return,
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
        let order = &lease.activity.workflow_id;
        if outcome.is_ok() && (lease.attempt > 1 || lease.generation > 1) {
            self.record.tell(format!("{order} recovered on attempt {}", lease.attempt));
        }
        lock(&self.record.outcomes).push(Outcome {
            id: lease.activity.id,
            generation: lease.generation,
            attempt: lease.attempt,
            completed: outcome.is_ok(),
        });
    }
}
