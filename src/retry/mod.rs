//! Floor 2: The pure core, named as the specification names it: strategies, classifier, planner, engine decisions.
