import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { connect } from './connect.ts';

/** Each connection keeps a plan of every named statement, so their number is bounded. */
const MAX_NAMES = 200;

/** The result of a star changes with its table, and a plan made before a migration would fail after it. */
const HAS_STAR = /[\s.]\*/;

/** What has no values is asked again and again when it reads, and once (a migration), or as cheaply, when it does not. */
const READS = /^\s*(?:select|with)\b/i;

const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES || HAS_STAR.test(text)) return known;
  const name = `banbo_${names.size + 1}`;
  names.set(text, name);
  return name;
};

const preparing = (client: pg.PoolClient): PostgresPoolClient => ({
  // Kysely asks for a statement's result, or for a cursor when it was given a cursor's constructor, which it is not.
  query: ((text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const name = values.length > 0 || READS.test(text) ? nameOf(text) : undefined;
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
