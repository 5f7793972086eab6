//! Floor 1: Wire types and error codes shared by server and client.
