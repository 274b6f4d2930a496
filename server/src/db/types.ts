import pg from 'pg';

// Days and bigints come as text, which is the contract's form; the driver gives NUMERIC as text by itself.
const asText = (text: string): string => text;

/** The parsers of PostgreSQL's values: days and bigints as text. */
export const postgresTypes = (): pg.TypeOverrides => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, asText);
  types.setTypeParser(pg.types.builtins.INT8, asText);
  return types;
};
