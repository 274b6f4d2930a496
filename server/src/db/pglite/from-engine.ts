import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { Tables } from '../database.ts';
import type { OpenDatabase } from '../open.ts';

/** The database of an embedded engine. Its one connection is lent to one transaction or query at a time. */
export const fromEngine = (pglite: PGlite): OpenDatabase => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    db,
    close: async () => {
      await db.destroy();
      // Kysely leaves an engine open that it was never asked to use.
      if (!pglite.closed) await pglite.close();
    },
  };
};
