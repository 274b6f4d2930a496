import type { CaseHearing, CaseParty, CourtOrder, PartyRole } from '@banbo/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import { existing } from '#lib/refusal.ts';
import type { StoredCase } from './case-lists.repo.ts';

type Cases = Tables['court_cases'];

export const courtCaseById = (db: Db, id: string): Promise<StoredCase | undefined> =>
  db.selectFrom('court_cases').selectAll().where('id', '=', id).executeTakeFirst();

/** A case, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockCourtCase = async (tx: Tx, id: string): Promise<StoredCase> =>
  existing(
    await tx.selectFrom('court_cases').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    'court case',
  );

/** Locks plots in the order of their ids, and gives those that are there. */
export const lockPlotsOfCase = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM plots WHERE id = ${anyOf(ids)} ORDER BY id FOR UPDATE`.execute(tx);
  return rows.map(({ id }) => id);
};

export const insertCourtCase = async (tx: Tx, row: Insertable<Cases>): Promise<string> =>
  (await tx.insertInto('court_cases').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Changes a case, which gets the next version. */
export const updateCourtCase = async (tx: Tx, id: string, change: Updateable<Cases>): Promise<void> => {
  await tx.updateTable('court_cases').set(change).set({ version: sql`version + 1` }).where('id', '=', id).execute();
};

/** Adds plots to a case, which blocks them by a trigger. */
export const insertCasePlots = async (
  tx: Tx,
  rows: readonly Insertable<Tables['court_case_plots']>[],
): Promise<void> => {
  await tx
    .insertInto('court_case_plots')
    .values([...rows])
    .execute();
};

/** The plots of a case, in the order of their ids. */
export const plotIdsOfCase = async (db: Db, caseId: string): Promise<string[]> => {
  const plots = db.selectFrom('court_case_plots').select('plot_id').where('case_id', '=', caseId);
  return (await plots.orderBy('plot_id').execute()).map(({ plot_id }) => plot_id);
};

export const insertParties = async (tx: Tx, rows: readonly Insertable<Tables['court_parties']>[]): Promise<string> => {
  const added = await tx
    .insertInto('court_parties')
    .values([...rows])
    .returning('id')
    .execute();
  return added[0]?.id ?? '';
};

export const partyById = (db: Db, id: string): Promise<{ id: string; case_id: string; role: PartyRole } | undefined> =>
  db.selectFrom('court_parties').select(['id', 'case_id', 'role']).where('id', '=', id).executeTakeFirst();

export const deleteParty = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('court_parties').where('id', '=', id).execute();
};

/** The parties of a case in the order in which they were entered. */
export const partiesOfCase = (db: Db, caseId: string): Promise<CaseParty[]> =>
  db
    .selectFrom('court_parties')
    .leftJoin('tenants', 'tenants.id', 'court_parties.tenant_id')
    .select(['court_parties.id', 'role', 'name', 'court_parties.tenant_id', 'tenant_code', 'counsel', 'is_reminded'])
    .where('case_id', '=', caseId)
    .orderBy('court_parties.id')
    .execute();

export const insertHearing = async (tx: Tx, row: Insertable<Tables['court_hearings']>): Promise<string> =>
  (await tx.insertInto('court_hearings').values(row).returning('id').executeTakeFirstOrThrow()).id;

const hearings = (db: Db) =>
  db.selectFrom('court_hearings').select(['id', 'case_id', 'day', 'at_time', 'purpose', 'status', 'outcome']);

export const hearingById = (db: Db, id: string): Promise<(CaseHearing & { case_id: string }) | undefined> =>
  hearings(db).where('id', '=', id).executeTakeFirst();

export const updateHearing = async (
  tx: Tx,
  id: string,
  end: { status: 'held' | 'cancelled'; outcome: string },
): Promise<void> => {
  await tx.updateTable('court_hearings').set(end).where('id', '=', id).execute();
};

/** Cancels what is planned of a case from the day on. */
export const cancelHearings = async (tx: Tx, caseId: string, from: string, outcome: string): Promise<void> => {
  const planned = tx.updateTable('court_hearings').set({ status: 'cancelled', outcome }).where('case_id', '=', caseId);
  await planned.where('status', '=', sql.lit('planned')).where('day', '>=', from).execute();
};

/**
 * Hearings of a case: those ahead of the day, the next first, then those not noted, then others.
 */
export const hearingsOfCase = (db: Db, caseId: string, day: string): Promise<CaseHearing[]> =>
  hearings(db)
    .where('case_id', '=', caseId)
    .orderBy(sql`status <> 'planned'`)
    .orderBy(sql`day < ${day}::date`)
    .orderBy(
      sql`CASE WHEN status = 'planned' AND day >= ${day}::date THEN day - DATE '2000-01-01' ELSE DATE '2000-01-01' - day END`,
    )
    .orderBy('at_time')
    .orderBy('id')
    .execute();

type OrderRow = Omit<CourtOrder, 'entered_by' | 'entered_at' | 'stands'> & { entered_by: string; entered_at: Date };

/**
 * The orders of a case, the newest first, with their plots and the day on which each was lifted.
 */
export const ordersOfCase = async (db: Db, caseId: string): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    SELECT own.id, own.day, own.kind, own.words, own.lifts_id, own.entered_by, own.entered_at, lifting.day AS lifted_on,
      ARRAY(SELECT plot_id::text FROM court_order_plots WHERE order_id = own.id ORDER BY plot_id) AS plot_ids
    FROM court_orders AS own LEFT JOIN court_orders AS lifting ON lifting.lifts_id = own.id
    WHERE own.case_id = ${caseId} ORDER BY own.day DESC, own.id DESC`.execute(db);
  return rows;
};

export const insertCourtOrder = async (
  tx: Tx,
  { plot_ids, ...row }: Insertable<Tables['court_orders']> & { plot_ids: readonly string[] },
): Promise<string> => {
  const { id } = await tx.insertInto('court_orders').values(row).returning('id').executeTakeFirstOrThrow();
  const bound = plot_ids.map((plot_id) => ({ order_id: id, case_id: row.case_id, plot_id }));
  if (bound.length > 0) await tx.insertInto('court_order_plots').values(bound).execute();
  return id;
};

export const countOfCase = async (
  db: Db,
  table: 'court_case_plots' | 'court_parties' | 'court_hearings' | 'court_orders' | 'land_papers',
  caseId: string,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE case_id = ${caseId}`.execute(db);
  return rows[0]?.count ?? 0;
};

type Beside = {
  case_id: string;
  parties: { role: PartyRole; name: string }[];
  plot_ids: string[];
  plot_count: number;
  next_hearing: string | null;
};

/** The first parties and plots of cases, and their next hearing from the day on. */
export const besideCases = async (
  db: Db,
  ids: readonly string[],
  { day, plots }: { day: string; plots: number },
): Promise<ReadonlyMap<string, Beside>> => {
  const { rows } = await sql<Beside>`
    SELECT asked.id AS case_id, coalesce((
        SELECT jsonb_agg(jsonb_build_object('role', role, 'name', name) ORDER BY id)
        FROM (SELECT id, role, name FROM court_parties WHERE case_id = asked.id ORDER BY id LIMIT 4) AS first
      ), '[]') AS parties,
      ARRAY(SELECT plot_id::text FROM court_case_plots WHERE case_id = asked.id ORDER BY plot_id LIMIT ${plots}) AS plot_ids,
      (SELECT count(*)::integer FROM court_case_plots WHERE case_id = asked.id) AS plot_count,
      (SELECT min(day) FROM court_hearings WHERE case_id = asked.id AND status = 'planned' AND day >= ${day}::date) AS next_hearing
    FROM unnest(${ids}::bigint[]) AS asked(id)`.execute(db);
  return new Map(rows.map((row) => [row.case_id, row]));
};
