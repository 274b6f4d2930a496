import type { failedJobList, ListQuery } from '@banbo/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { atOnce } from './jobs.repo.ts';

/** True of recurring jobs whose last run failed, and of other jobs that failed and are not forgotten yet; as in their index. */
const HAS_FAILED = sql<SqlBool>`(status = 'failed' OR every_ms IS NOT NULL AND failure <> '')`;

const COLUMNS = [
  ...(['id', 'name', 'every_ms', 'status', 'attempts', 'failure'] as const),
  ...(['due_at', 'created_at', 'begun_at'] as const),
] as const;

export type FailedJobRow = Pick<Selectable<Tables['jobs']>, (typeof COLUMNS)[number]>;

export const countFailedJobs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM jobs WHERE ${HAS_FAILED}`.execute(db);
  return rows[0]?.count ?? 0;
};

export const failedJobsSql: ListSql<ListQuery<typeof failedJobList>, FailedJobRow> = {
  rows: (db) => db.selectFrom('jobs').select(COLUMNS).where(HAS_FAILED),
  filters: {},
  sorts: { tried_at: ['begun_at', 'id'] },
};

/** The failed job with this id, locked to the transaction's end; null where there is none. */
export const lockFailedJob = async (tx: Tx, id: string): Promise<FailedJobRow | null> =>
  (await tx.selectFrom('jobs').select(COLUMNS).where('id', '=', id).where(HAS_FAILED).forUpdate().executeTakeFirst()) ??
  null;

/** Makes a job that does not run due at once, with all its attempts; it goes on from its last chunk. */
export const retryJob = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('jobs')
    .set({ status: 'waiting', due_at: atOnce(now), attempts: 0, ended_at: null })
    .where('id', '=', id)
    .execute();
};
