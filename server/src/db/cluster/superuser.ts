import pg from 'pg';
import { StartRefusal } from '#lib/refusal.ts';
import { SUPERUSER } from './make-cluster.ts';

/** Runs a statement and gives its first row, of texts. */
type Query = (text: string) => Promise<Record<string, string>>;

/**
 * Works in one session of the cluster's owner, which only our own PostgreSQL lets in. Throws a
 * `StartRefusal` when PostgreSQL ends meanwhile.
 */
export const asSuperuser = async <T>(connection: pg.PoolConfig, work: (query: Query) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...connection, user: SUPERUSER, database: SUPERUSER });
  let lost = false;
  client.on('error', () => {
    lost = true;
  });
  try {
    await client.connect();
    return await work(async (text) => (await client.query(text)).rows[0] as Record<string, string>);
  } catch (error) {
    if (lost) throw new StartRefusal('PostgreSQL ended meanwhile', { advice: 'try again', cause: error });
    throw error;
  } finally {
    await client.end();
  }
};
