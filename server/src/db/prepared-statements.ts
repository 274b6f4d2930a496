import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { connect } from './connect.ts';
import { statementName } from './statement-names.ts';

const preparing = (client: pg.PoolClient): PostgresPoolClient => ({
  // Kysely asks for a statement's result, or for a cursor when it was given a cursor's constructor, which it is not.
  query: ((text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const name = statementName(text);
    const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    return client.query(query) as unknown as Promise<PostgresQueryResult<unknown>>;
  }) as PostgresPoolClient['query'],
  release: (destroy) => client.release(destroy),
});

/**
 * A pool whose connections prepare each statement once and then only run it: of a short query, planning costs several
 * times what running does.
 */
export const preparingPool = (pool: pg.Pool): PostgresPool => {
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await connect(pool);
      const known = prepared.get(client) ?? preparing(client);
      prepared.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
