//! Rows of policy versions and of their activations.

use rusqlite::{Connection, Result, Row, params};

use super::fault::conflict;
use crate::retry::persistence::{
    PolicyActivation, PolicyHistory, PolicyVersion, PolicyWrite, StoreError,
};

/// Adds or activates a version.
pub(super) fn write(connection: &Connection, write: &PolicyWrite) -> Result<(), StoreError> {
    match write {
        PolicyWrite::Publish(policy) => publish(connection, policy),
        PolicyWrite::Activate(activation) => activate(connection, activation),
    }
}

fn publish(connection: &Connection, policy: &PolicyVersion) -> Result<(), StoreError> {
    let sql = "INSERT INTO policies
               (tenant, name, version, digest, canonical, source, message, published_at,
                published_by)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let added = connection.prepare_cached(sql)?.execute(params![
        policy.tenant,
        policy.name,
        policy.version,
        policy.digest,
        policy.canonical,
        policy.source,
        policy.message,
        policy.published_at,
        policy.published_by,
    ])?;
    if added == 0 {
        return Err(conflict(format!("policy {} version {}", policy.name, policy.version)));
    }
    policy.activation().map_or(Ok(()), |activation| activate(connection, &activation))
}

fn activate(connection: &Connection, activation: &PolicyActivation) -> Result<(), StoreError> {
    let PolicyActivation { tenant, name, version, at, by, reason } = activation;
    let sql = "INSERT INTO policy_activations (tenant, name, version, at, by, reason)
               SELECT tenant, name, version, ?, ?, ? FROM policies
               WHERE tenant = ? AND name = ? AND version = ?";
    let values = params![at, by, reason, tenant, name, version];
    let added = connection.prepare_cached(sql)?.execute(values)?;
    if added == 1 { Ok(()) } else { Err(conflict(format!("policy {name} version {version}"))) }
}

/// Reads the activations of a policy and counts the live activities of its versions.
pub(super) fn history(connection: &Connection, tenant: &str, name: &str) -> Result<PolicyHistory> {
    let sql = "SELECT version, at, by, reason FROM policy_activations
               WHERE tenant = ? AND name = ? ORDER BY seq";
    let mut statement = connection.prepare_cached(sql)?;
    let activations = statement.query_map([tenant, name], |row| {
        Ok(PolicyActivation {
            tenant: tenant.to_owned(),
            name: name.to_owned(),
            version: row.get(0)?,
            at: row.get(1)?,
            by: row.get(2)?,
            reason: row.get(3)?,
        })
    })?;
    let activations = activations.collect::<Result<_>>()?;
    let sql = "SELECT policy_version, count(*) FROM activities
               WHERE tenant = ? AND policy_name = ?
                 AND state IN ('scheduled', 'running', 'delayed') GROUP BY policy_version";
    let live = connection
        .prepare_cached(sql)?
        .query_map([tenant, name], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_>>()?;
    Ok(PolicyHistory { activations, live })
}

/// Reads all versions of a tenant, or of all tenants, by name and version.
pub(super) fn list(connection: &Connection, tenant: Option<&str>) -> Result<Vec<PolicyVersion>> {
    let sql = "SELECT p.tenant, p.name, p.version, p.digest, p.canonical, p.source, p.message,
                      p.published_at, p.published_by, iif(a.version = p.version, a.at, NULL)
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
        published_by: row.get(8)?,
        active_since: row.get(9)?,
    })
}
