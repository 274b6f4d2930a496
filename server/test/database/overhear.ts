import type { Db } from '../../src/db/database.ts';

/** The same database, which tells `onStatement` of every statement before it is made. */
export const overhear = (db: Db, onStatement: () => void): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => {
      onStatement();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
