import { formatInstant } from '@banbo/contract';
import { sql } from 'kysely';
import type { WorkOnCopy } from '#db/cluster/verify-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type Archive, type Base, listBases, readBase } from './archive.ts';

/** The newest base that ended before a moment, or the newest of all when it is null. */
export const findBase = async (archive: Archive, to: Date | null): Promise<Base> => {
  const bases = await listBases(archive);
  for (const found of bases) {
    const base = await readBase(archive, found);
    if (to === null || new Date(base.ended) <= to) return base;
  }
  const oldest = bases.at(-1);
  if (oldest === undefined) throw new StartRefusal(`${archive.store.place} has no whole backup yet`);
  const { ended } = await readBase(archive, oldest);
  throw new StartRefusal(
    `The oldest backup in ${archive.store.place} is of ${formatInstant(ended)}: name a later moment`,
  );
};

/** The moment of the last change in a copy that PostgreSQL has just opened. */
export const lastChange = async (connection: Parameters<WorkOnCopy>[0]): Promise<Date | null> => {
  const { db, close } = openPool(connection);
  try {
    const { rows } = await sql<{ at: Date | null }>`SELECT pg_last_xact_replay_timestamp() AS at`.execute(db);
    return rows[0]?.at ?? null;
  } finally {
    await close();
  }
};
