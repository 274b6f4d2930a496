import { type ListQuery, normalizePhone, type promptList } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { Counting, ListSql } from '#db/list/list-sql.ts';
import { equals } from '#db/list/list-sql.ts';
import { PAYER_FIELDS } from '#db/payer-fields.ts';

export type Prompt = Selectable<Tables['prompts']>;
export type NewPrompt = Insertable<Tables['prompts']>;

/** States in which a prompt may still be paid. */
const OPEN = ['waiting', 'asked'] as const;

/** Serialises the prompts of one phone until the transaction ends. */
export const lockPayer = async (tx: Tx, payer: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`prompt ${payer}`}, 0))`.execute(tx);
};

export const hasOpenPrompt = async (tx: Tx, payer: string, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('prompts')
    .select('id')
    .where('payer_number', '=', payer)
    .where('created_at', '>', since)
    .where('state', 'in', OPEN)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Stores a prompt if all counts of `counting` have room, and gives how many had. */
export const addPrompt = async (tx: Tx, prompt: NewPrompt, counting: Counting | null): Promise<number> => {
  const columns = sql.join(Object.keys(prompt).map((column) => sql.ref(column)));
  const { rows } = await sql<{ counted: number }>`
    WITH asked AS (SELECT), ${counting ? sql`${counting.steps('asked')},` : sql``} stored AS (
      INSERT INTO prompts (${columns}) SELECT ${sql.join(Object.values(prompt))} FROM ${counting?.last ?? sql`asked`}
    )
    SELECT ${counting?.counted ?? sql`0`} AS counted`.execute(tx);
  return rows[0]?.counted ?? 0;
};

/** The prompt with this reference and the state of the payment that it pays, or null. */
export const findPrompt = async (db: Db, reference: string): Promise<Prompt | null> =>
  (await db.selectFrom('prompts').selectAll().where('reference', '=', reference).executeTakeFirst()) ?? null;

/** Filters the drivers to those with a prompt, in any state. */
export const driversWithPrompts = async (db: Db, driverIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${driverIds}::bigint[]) AS given (id)
    WHERE EXISTS (SELECT FROM prompts WHERE driver_id = given.id)`.execute(db);
  return rows.map(({ id }) => id);
};

const due = (db: Db, now: Date) =>
  db
    .selectFrom('prompts')
    .select('id')
    .where('state', 'in', OPEN)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id');

export const isPromptDue = async (db: Db, now: Date): Promise<boolean> =>
  (await due(db, now).limit(1).executeTakeFirst()) !== undefined;

type Taking = { now: Date; until: Date; limit: number; server: number | null };

/** Takes due prompts, the longest due first, for this server until `until` or until it ends. */
export const takeDuePrompts = (db: Db, { now, until, limit, server }: Taking): Promise<Prompt[]> =>
  db
    .updateTable('prompts')
    .set((eb) => ({ due_at: until, server, attempts: eb('attempts', '+', 1) }))
    .where(sql<boolean>`id = ANY (ARRAY(${due(db, now).limit(limit).forUpdate().skipLocked()}))`)
    .returningAll()
    .execute();

export const findTakers = async (db: Db): Promise<(number | null)[]> => {
  const taken = db.selectFrom('prompts').select('server').distinct().where('server', 'is not', null);
  return (await taken.execute()).map(({ server }) => server);
};

/** Makes the prompts due that are held by these servers. */
export const giveBackPrompts = async (db: Db, servers: readonly number[], now: Date): Promise<void> => {
  await db.updateTable('prompts').set({ due_at: now, server: null }).where('server', 'in', servers).execute();
};

/** Sets the next poll of an open prompt, and that its phone was asked if that is known now. */
export const awaitPrompt = async (
  db: Db,
  id: string,
  { next, isAsked }: { next: Date; isAsked: boolean },
): Promise<void> => {
  await db
    .updateTable('prompts')
    .set({ due_at: next, server: null, ...(isAsked && { state: 'asked' as const }) })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
};

/** Ends an open prompt that was not paid. */
export const endPrompt = async (
  db: Db,
  id: string,
  { state, reason, now }: { state: 'failed' | 'unknown'; reason: string; now: Date },
): Promise<void> => {
  await db
    .updateTable('prompts')
    .set({ state, reason, server: null, ended_at: now })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute();
};

/** Locks a prompt that is not known to be paid; null for any other. */
export const lockUnpaidPrompt = async (tx: Tx, id: string): Promise<Prompt | null> =>
  (await tx
    .selectFrom('prompts')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', sql.lit('paid'))
    .forUpdate()
    .executeTakeFirst()) ?? null;

type Paid = { transaction_id: string; payment_id: string | null; transfer_id: string; now: Date };

export const markPaid = async (tx: Tx, id: string, { now, ...paid }: Paid): Promise<void> => {
  await tx
    .updateTable('prompts')
    .set({ ...paid, state: 'paid', reason: '', server: null, ended_at: now })
    .where('id', '=', id)
    .execute();
};

/** Deletes prompts that failed before the moment. */
export const deleteFailed = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('prompts').where('state', '=', sql.lit('failed')).where('ended_at', '<', before).execute();
};

/** Null of prompts for land. */
type Owner = { [Name in 'driver_code' | 'first_name' | 'last_name' | 'car_number']: string | null };

/** A prompt of the list with its driver. */
export type ListedPrompt = Owner &
  Omit<Prompt, 'reference' | 'period' | 'amount_due' | 'attempts' | 'due_at' | 'server' | 'zone_id'>;

const COLUMNS = [
  'prompts.id',
  ...PAYER_FIELDS,
  'amount',
  'type_code',
  'payment_year',
  'payment_month',
  'state',
  'reason',
  'transaction_id',
  'payment_id',
  'transfer_id',
  'created_at',
  'ended_at',
  'driver_code',
  'first_name',
  'last_name',
  'car_number',
] as const;

/** `owners` is the drivers' relation. Prompts are ordered by id. */
export const promptsSql = (
  owners: RawBuilder<Owner & { id: string }>,
): ListSql<ListQuery<typeof promptList>, ListedPrompt> => ({
  rows: (db) =>
    db
      .selectFrom('prompts')
      .leftJoin(sql<Owner & { id: string }>`(${owners})`.as('owner'), 'owner.id', 'prompts.driver_id')
      .select(COLUMNS),
  filters: {
    state: equals('state'),
    payer_number: (number) => sql`payer_number = ${normalizePhone(number) ?? number}`,
  },
  sorts: { created_at: ['prompts.id'] },
});
