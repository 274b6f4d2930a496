-- Filters, order and columns of a list that a person keeps under a name; their own alone.
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The path of the list below /api, and the screen, since several screens may show one list.
  list text COLLATE "C" NOT NULL CHECK (list ~ '^/' AND length(list) <= 60),
  screen text COLLATE "C" NOT NULL CHECK (length(screen) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filters jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
  -- Empty for the list's usual order.
  sort text COLLATE "C" NOT NULL,
  hidden_columns jsonb NOT NULL CHECK (jsonb_typeof(hidden_columns) = 'array'),
  created_at timestamptz NOT NULL
);
-- Names that differ by their letters' size alone would be taken for each other. It also finds an account's views of a screen.
CREATE UNIQUE INDEX saved_views_name ON saved_views (account_id, screen, upper(name));
