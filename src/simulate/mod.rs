//! Floor 3: What a policy will do, computed by the very planner of the engine.
