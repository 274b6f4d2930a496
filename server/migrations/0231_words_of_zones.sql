-- Deleting a zone says in words what uses it.
COMMENT ON CONSTRAINT payments_zone_id_fkey ON payments IS 'payment, payments';
COMMENT ON CONSTRAINT payment_attempts_zone_id_fkey ON payment_attempts IS 'attempt, attempts';
COMMENT ON CONSTRAINT prompts_zone_id_fkey ON prompts IS 'prompt, prompts';
