//! Floor 1: YAML in, validated policy out.
pub mod effective;
