//! Walking a list page by page.

use std::collections::HashSet;
use std::marker::PhantomData;

use reqwest::Url;
use serde::de::DeserializeOwned;

use super::{ClientError, EngineClient};
use crate::api::{ListQuery, Page};

/// A list, page by page, from where its query starts to its end.
#[derive(Debug)]
pub struct Pages<T> {
    client: EngineClient,
    url: Url,
    query: ListQuery,
    seen: HashSet<String>,
    ended: bool,
    entries: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Pages<T> {
    pub(super) fn new(client: &EngineClient, url: Url, query: ListQuery) -> Self {
        Self {
            client: client.clone(),
            url,
            seen: query.cursor.iter().cloned().collect(),
            query,
            ended: false,
            entries: PhantomData,
        }
    }

    /// Gets the next page; none after the last. A list that leads back to an earlier page is an
    /// error, not an endless walk.
    pub async fn next(&mut self) -> Result<Option<Page<T>>, ClientError> {
        if self.ended {
            return Ok(None);
        }
        let page: Page<T> = self.client.get(self.url.clone(), &self.query).await?;
        match &page.next_cursor {
            Some(cursor) if page.has_more => {
                if !self.seen.insert(cursor.clone()) {
                    let url = self.url.to_string();
                    return Err(ClientError::RepeatedCursor { url });
                }
                self.query.cursor = Some(cursor.clone());
            }
            Some(_) | None => self.ended = true,
        }
        Ok(Some(page))
    }
}
