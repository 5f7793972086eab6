-- Who published and activated, and why.
ALTER TABLE policies ADD COLUMN published_by TEXT;
ALTER TABLE policy_activations ADD COLUMN by TEXT;
ALTER TABLE policy_activations ADD COLUMN reason TEXT;
