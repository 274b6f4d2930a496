-- The owner is told of what was given up since the last message, and not since that day (docs/product/books.md, rule 34).
ALTER TABLE forgiven ADD COLUMN forgiven_at timestamptz NOT NULL DEFAULT now();
