import type { KyselyPlugin } from 'kysely';
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

/** A plugin that keeps every statement that is asked, as JSON. */
export const listening = (): { asked: string[]; asking: KyselyPlugin } => {
  const asked: string[] = [];
  const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    asked.push(JSON.stringify(node));
    return node;
  };
  return { asked, asking: { transformQuery, transformResult: async ({ result }) => result } };
};
