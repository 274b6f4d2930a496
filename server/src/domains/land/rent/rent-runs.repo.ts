import type { ListQuery, RentOutcome, RentRunKind, rentRunLineList, rentRunList } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { anyOf, countRows, nextId } from '#db/records.ts';

export type RentRunStored = Selectable<Tables['rent_runs']>;

/** Takes the next run's id, so that its job can be queued before it. */
export const nextRentRunId = (tx: Tx): Promise<string> => nextId(tx, 'rent_runs');

type NewRun = Pick<
  Insertable<Tables['rent_runs']>,
  'kind' | 'year' | 'zone_id' | 'is_dry' | 'job_id' | 'asked_by' | 'asked_at'
>;

/** Stores a run; false where another one raises, which began at the same time. */
export const insertRentRun = async (tx: Tx, id: string, run: NewRun): Promise<boolean> => {
  const { rows } = await sql`
    INSERT INTO rent_runs (id, kind, year, zone_id, is_dry, job_id, asked_by, asked_at) OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${run.kind}, ${run.year}, ${run.zone_id}, ${run.is_dry}, ${run.job_id}, ${run.asked_by}, ${run.asked_at})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
};

/** The run that raises now, locked until the transaction ends. */
export const lockRaisingRun = (tx: Tx): Promise<RentRunStored | undefined> =>
  tx
    .selectFrom('rent_runs')
    .selectAll()
    .where('state', '=', sql.lit('running'))
    .where('is_dry', '=', sql.lit(false))
    .forUpdate()
    .executeTakeFirst();

export const lockRentRun = (tx: Tx, id: string): Promise<RentRunStored | undefined> =>
  tx.selectFrom('rent_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const rentRunById = (db: Db, id: string): Promise<RentRunStored | undefined> =>
  db.selectFrom('rent_runs').selectAll().where('id', '=', id).executeTakeFirst();

export const endRentRun = async (
  tx: Tx,
  id: string,
  { state, now, stop_reason = null }: { state: 'done' | 'stopped'; now: Date; stop_reason?: string | null },
): Promise<void> => {
  const set = { state, ended_at: now, stop_reason };
  await tx.updateTable('rent_runs').set(set).where('id', '=', id).where('state', '=', sql.lit('running')).execute();
};

/** A tenancy as a run judges it. */
export type RentHolding = Pick<
  Selectable<Tables['tenancies']>,
  | ('id' | 'plot_id' | 'tenant_id' | 'commencement' | 'ground_rent' | 'rent_from' | 'review_years' | 'review_percent')
  | ('held_from' | 'held_until' | 'ends_on')
> & { zone_id: string };

const holdings = (db: Db, zoneId: string | null) => {
  const all = db.selectFrom('tenancies').innerJoin('plots', 'plots.id', 'tenancies.plot_id');
  return zoneId === null ? all : all.where('plots.zone_id', '=', zoneId);
};

type Part = { after: string; zoneId: string | null; limit: number; isLocked: boolean };

/** The next tenancies in the order of ids, locked against transfers where they are raised. */
export const nextHoldings = async (db: Db, { after, zoneId, limit, isLocked }: Part): Promise<RentHolding[]> => {
  const ids = holdings(db, zoneId)
    .select('tenancies.id')
    .where('tenancies.id', '>', after)
    .orderBy('tenancies.id')
    .limit(limit);
  const last = (await (isLocked ? ids.forNoKeyUpdate('tenancies') : ids).execute()).at(-1);
  if (!last) return [];
  // Read once they are locked: a transfer that was waited for has made a tenancy meanwhile.
  const next = holdings(db, zoneId)
    .select(['tenancies.id', 'tenancies.plot_id', 'tenancies.tenant_id', 'plots.zone_id', 'commencement'])
    .select(['ground_rent', 'rent_from', 'review_years', 'review_percent', 'held_from', 'held_until', 'ends_on'])
    .where('tenancies.id', '>', after)
    .where('tenancies.id', '<=', last.id)
    .orderBy('tenancies.id');
  return (isLocked ? next.forNoKeyUpdate('tenancies') : next).execute();
};

export const countHoldings = (db: Db, zoneId: string | null): Promise<number> =>
  countRows(db, holdings(db, zoneId).select('tenancies.id'));

/** A tenancy of a run, with its outcome. */
export type RentLine = {
  tenancy_id: string;
  zone_id: string;
  outcome: RentOutcome;
  amount: string | null;
  from_day: string | null;
  until_day: string | null;
};

/** Stores lines of a run and adds them to its sums. */
export const keepRentLines = async (
  tx: Tx,
  runId: string,
  lines: readonly RentLine[],
  raised: { count: number; amount: string },
): Promise<void> => {
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS given (
        tenancy_id bigint, zone_id bigint, outcome text, amount numeric, from_day date, until_day date
      )
    ), kept AS (
      INSERT INTO rent_run_lines (run_id, tenancy_id, zone_id, outcome, amount, from_day, until_day)
      SELECT ${runId}::bigint, tenancy_id, zone_id, outcome, amount, from_day, until_day FROM given
    ), summed AS (
      INSERT INTO rent_run_sums AS sums (run_id, zone_id, outcome, count, amount)
      SELECT ${runId}::bigint, zone_id, outcome, count(*), coalesce(sum(amount), 0) FROM given GROUP BY zone_id, outcome
      ON CONFLICT (run_id, zone_id, outcome)
        DO UPDATE SET count = sums.count + excluded.count, amount = sums.amount + excluded.amount
    )
    UPDATE rent_runs SET looked_at = looked_at + ${lines.length}, raised = raised + ${raised.count},
      amount = amount + ${raised.amount}::numeric
    WHERE id = ${runId}::bigint`.execute(tx);
};

/** The counts and sums of a run by zone and outcome. */
export const sumsOfRun = async (
  db: Db,
  runId: string,
): Promise<{ zone_id: string; zone: string; outcome: RentOutcome; count: number; amount: string }[]> =>
  db
    .selectFrom('rent_run_sums')
    .leftJoin('zones', 'zones.id', 'rent_run_sums.zone_id')
    .select(['zone_id', 'outcome', 'count', 'amount'])
    // A zone may have been removed since.
    .select(sql<string>`coalesce(zone, '')`.as('zone'))
    .where('run_id', '=', runId)
    .orderBy('zone')
    .orderBy('outcome')
    .limit(10_000)
    .execute();

type ListedRun = Omit<RentRunStored, 'stop_reason'> & { zone: string | null };

export const rentRunsSql: ListSql<ListQuery<typeof rentRunList>, ListedRun> = {
  rows: (db) =>
    db
      .selectFrom('rent_runs')
      .select(['id', 'kind', 'year', 'zone_id', 'is_dry', 'state', 'job_id', 'asked_by', 'asked_at', 'ended_at'])
      .select(['looked_at', 'raised', 'amount'])
      .select(sql<string | null>`(SELECT zone FROM zones WHERE zones.id = zone_id)`.as('zone')),
  filters: { dry: (dry) => sql`is_dry = ${sql.lit(dry === 'looked')}` },
  sorts: { asked_at: ['asked_at', 'id'] },
};

type ListedLine = Pick<
  Selectable<Tables['rent_run_lines']>,
  'tenancy_id' | 'outcome' | 'amount' | 'from_day' | 'until_day'
>;

export const rentRunLinesSql: ListSql<ListQuery<typeof rentRunLineList>, ListedLine> = {
  rows: (db) => db.selectFrom('rent_run_lines').select(['tenancy_id', 'outcome', 'amount', 'from_day', 'until_day']),
  filters: {
    run: (id) => sql`run_id = ${id}::bigint`,
    outcome: (outcome) => sql`outcome = ${outcome}`,
    zone: (id) => sql`zone_id = ${id}::bigint`,
  },
  sorts: { tenancy: ['tenancy_id'] },
};

/** Removes lines of runs that ended before a moment, then dry runs; false once none is left. */
export const forgetRentLines = async (tx: Tx, before: Date, limit: number): Promise<boolean> => {
  const { rows } = await sql<{ run_id: string }>`
    DELETE FROM rent_run_lines WHERE (run_id, tenancy_id) IN (
      SELECT run_id, tenancy_id FROM rent_run_lines
      WHERE run_id IN (SELECT id FROM rent_runs WHERE ended_at < ${before}) LIMIT ${limit}
    ) RETURNING run_id::text`.execute(tx);
  if (rows.length > 0) return true;
  await tx.deleteFrom('rent_runs').where('is_dry', '=', sql.lit(true)).where('ended_at', '<', before).execute();
  return false;
};

/** Ends dry runs whose job was lost long ago, so that their lines are removed as well. */
export const endLostDryRuns = async (tx: Tx, before: Date, now: Date): Promise<void> => {
  await tx
    .updateTable('rent_runs')
    .set({ state: 'stopped', ended_at: now, stop_reason: 'Its job failed.' })
    .where('state', '=', sql.lit('running'))
    .where('is_dry', '=', sql.lit(true))
    .where('asked_at', '<', before)
    .execute();
};

/** Charges of a year that stand, by kind, of the plots of these tenancies. */
export const standingRent = async (
  db: Db,
  plotIds: readonly string[],
  year: number,
): Promise<{ tenancy_id: string; plot_id: string; from_day: string; until_day: string }[]> => {
  const { rows } = await sql<{ tenancy_id: string; plot_id: string; from_day: string; until_day: string }>`
    SELECT tenancy_id, plot_id, from_day, until_day FROM rent_charges
    WHERE plot_id = ${anyOf(plotIds)} AND year = ${year} AND kind = 'rent' AND cancelled_at IS NULL`.execute(db);
  return rows;
};

/** A year's rent as it was raised, and the part of it that payments have not covered. */
export type YearsRent = { tenancy_id: string; due_on: string; raised_on: string; unpaid: string; has_penalty: boolean };

/** The rents of a year that stand, of these tenancies; payments cover the oldest charges first. */
export const rentOfTenancies = async (db: Db, tenancyIds: readonly string[], year: number): Promise<YearsRent[]> => {
  const { rows } = await sql<YearsRent>`
    SELECT standing.tenancy_id, due_on, day AS raised_on, least(amount, greatest(running - paid, 0.00))::text AS unpaid,
      EXISTS (
        SELECT FROM rent_charges WHERE tenancy_id = standing.tenancy_id AND year = ${year} AND kind = 'penalty'
      ) AS has_penalty
    FROM (
      SELECT tenancy_id, kind, year, amount, due_on, batch_id,
        sum(amount) OVER (PARTITION BY tenancy_id ORDER BY due_on, id) AS running
      FROM rent_charges WHERE tenancy_id = ${anyOf(tenancyIds)} AND cancelled_at IS NULL
    ) AS standing
      JOIN rent_accounts ON rent_accounts.tenancy_id = standing.tenancy_id
      JOIN rent_batches ON rent_batches.id = batch_id
    WHERE standing.kind = 'rent' AND standing.year = ${year}`.execute(db);
  return rows;
};

export type NewRentCharge = {
  tenancy_id: string;
  plot_id: string;
  tenant_id: string;
  amount: string;
  due_on: string;
  from_day: string | null;
  until_day: string | null;
};

type NewBatch = Insertable<Tables['rent_batches']>;

/** Stores charges that were raised together, by one statement, and gives the batch's id. */
export const insertRentBatch = async (
  tx: Tx,
  { run_id, kind, year, day, count, total, raised_by, raised_at }: NewBatch & { kind: RentRunKind },
  charges: readonly NewRentCharge[],
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    WITH batch AS (
      INSERT INTO rent_batches (run_id, kind, year, day, count, total, raised_by, raised_at)
      VALUES (${run_id}, ${kind}, ${year}, ${day}, ${count}, ${total}, ${raised_by}, ${raised_at}) RETURNING id
    ), charged AS (
      INSERT INTO rent_charges (batch_id, tenancy_id, plot_id, tenant_id, kind, year, amount, due_on, from_day, until_day)
      SELECT batch.id, tenancy_id, plot_id, tenant_id, ${kind}, ${year}::smallint, amount, due_on, from_day, until_day
      FROM batch, jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) AS given (
        tenancy_id bigint, plot_id bigint, tenant_id bigint, amount numeric, due_on date, from_day date, until_day date
      )
    )
    SELECT id::text AS id FROM batch`.execute(tx);
  const [batch] = rows;
  if (!batch) throw new Error('A batch of ground rent was not stored');
  return batch.id;
};
