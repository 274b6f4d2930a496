-- The form of the numbers of an identification type, in which 9 is any digit and A any letter; null where they are free text.
ALTER TABLE identifications
  ADD COLUMN number_mask text CHECK (number_mask <> '' AND number_mask = upper(number_mask));

-- Two names that differ in spaces alone are one.
CREATE TABLE titles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL UNIQUE CHECK (title = upper(title) AND title <> '')
);
CREATE UNIQUE INDEX titles_name ON titles (replace(title, ' ', ''));

CREATE TABLE paths (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path text NOT NULL UNIQUE CHECK (path = upper(path) AND path <> '')
);
CREATE UNIQUE INDEX paths_name ON paths (replace(path, ' ', ''));

CREATE TABLE stops (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stop text NOT NULL UNIQUE CHECK (stop = upper(stop) AND stop <> ''),
  gps_address text CHECK (gps_address <> '')
);
CREATE UNIQUE INDEX stops_name ON stops (replace(stop, ' ', ''));
