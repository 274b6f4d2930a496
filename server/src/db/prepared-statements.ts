import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { ask, connect } from './connect.ts';
import { statementName } from './statement-names.ts';
import { writeAccess } from './write-access.ts';

const preparing = (client: pg.PoolClient): PostgresPoolClient => ({
  // Kysely asks for a statement's result, or for a cursor when it was given a cursor's constructor, which it is not.
  query: ((text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const name = statementName(text);
    const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    return ask(client, query) as unknown as Promise<PostgresQueryResult<unknown>>;
  }) as PostgresPoolClient['query'],
  release: (destroy) => client.release(destroy),
});

/**
 * A pool whose connections prepare each statement once and then only run it: of a short query, planning costs several
 * times what running does. While `mayWrite` says no, a transaction that writes fails with 25006.
 */
export const preparingPool = (pool: pg.Pool, mayWrite: () => boolean): PostgresPool => {
  const opened = new WeakMap<pg.PoolClient, { known: PostgresPoolClient; setAccess: ReturnType<typeof writeAccess> }>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await connect(pool);
      const { known, setAccess } = opened.get(client) ?? { known: preparing(client), setAccess: writeAccess(client) };
      opened.set(client, { known, setAccess });
      try {
        await setAccess(mayWrite());
      } catch (error) {
        client.release(true);
        throw error;
      }
      return known;
    },
    end: () => pool.end(),
  };
};
