import type { Db } from '../../src/db/database.ts';

/** The same database, which calls `onStatement` before every statement. */
export const overhear = (db: Db, onStatement: () => void): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => {
      onStatement();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
