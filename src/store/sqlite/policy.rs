//! Rows of policy versions and of their activations.

use rusqlite::{Connection, Result, Row, params};

use super::fault::conflict;
use crate::model::Timestamp;
use crate::retry::persistence::{PolicyVersion, PolicyWrite, StoreError};

/// Adds or activates a version.
pub(super) fn write(connection: &Connection, write: &PolicyWrite) -> Result<(), StoreError> {
    match write {
        PolicyWrite::Publish(policy) => publish(connection, policy),
        PolicyWrite::Activate { tenant, name, version, at } => {
            activate(connection, tenant, name, *version, *at)
        }
    }
}

fn publish(connection: &Connection, policy: &PolicyVersion) -> Result<(), StoreError> {
    let sql = "INSERT INTO policies
               (tenant, name, version, digest, canonical, source, message, published_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let added = connection.prepare_cached(sql)?.execute(params![
        policy.tenant,
        policy.name,
        policy.version,
        policy.digest,
        policy.canonical,
        policy.source,
        policy.message,
        policy.published_at,
    ])?;
    if added == 0 {
        return Err(conflict(format!("policy {} version {}", policy.name, policy.version)));
    }
    match policy.active_since {
        Some(at) => activate(connection, &policy.tenant, &policy.name, policy.version, at),
        None => Ok(()),
    }
}

fn activate(
    connection: &Connection,
    tenant: &str,
    name: &str,
    version: u32,
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO policy_activations (tenant, name, version, at)
               SELECT tenant, name, version, ? FROM policies
               WHERE tenant = ? AND name = ? AND version = ?";
    let added = connection.prepare_cached(sql)?.execute(params![at, tenant, name, version])?;
    if added == 1 { Ok(()) } else { Err(conflict(format!("policy {name} version {version}"))) }
}

/// Reads all versions of a tenant, or of all tenants, by name and version.
pub(super) fn list(connection: &Connection, tenant: Option<&str>) -> Result<Vec<PolicyVersion>> {
    let sql = "SELECT p.tenant, p.name, p.version, p.digest, p.canonical, p.source, p.message,
                      p.published_at, iif(a.version = p.version, a.at, NULL)
               FROM policies p LEFT JOIN policy_activations a ON a.seq = (
                   SELECT max(seq) FROM policy_activations
                   WHERE tenant = p.tenant AND name = p.name)
               WHERE ?1 IS NULL OR p.tenant = ?1
               ORDER BY p.tenant, p.name, p.version";
    connection.prepare_cached(sql)?.query_map([tenant], read)?.collect()
}

fn read(row: &Row<'_>) -> Result<PolicyVersion> {
    Ok(PolicyVersion {
        tenant: row.get(0)?,
        name: row.get(1)?,
        version: row.get(2)?,
        digest: row.get(3)?,
        canonical: row.get(4)?,
        source: row.get(5)?,
        message: row.get(6)?,
        published_at: row.get(7)?,
        active_since: row.get(8)?,
    })
}
