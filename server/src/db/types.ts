import pg from 'pg';

// Days and bigints come as text, which is how the contract has them; NUMERIC does so of itself on both engines.
const asText = (text: string): string => text;

/** For PostgreSQL's own driver. */
export const postgresTypes = (): pg.TypeOverrides => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, asText);
  types.setTypeParser(pg.types.builtins.INT8, asText);
  return types;
};

/** For the embedded engine. */
export const pgliteParsers = { [pg.types.builtins.DATE]: asText, [pg.types.builtins.INT8]: asText };
