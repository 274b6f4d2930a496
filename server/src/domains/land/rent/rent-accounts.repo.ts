import { toPesewas } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { among, anyOf, type Records } from '#db/records.ts';

type Review = Pick<Selectable<Tables['rent_reviews']>, 'tenancy_id' | 'from_year' | 'ground_rent'>;

/** The rents that the office entered for these tenancies, by tenancy, each year's last one last. */
export const reviewsOf = async (db: Db, tenancyIds: readonly string[]): Promise<ReadonlyMap<string, Review[]>> => {
  const rows = await db
    .selectFrom('rent_reviews')
    .select(['tenancy_id', 'from_year', 'ground_rent'])
    .where('tenancy_id', '=', anyOf(tenancyIds) as never)
    .orderBy('tenancy_id')
    .orderBy('from_year')
    .orderBy('id')
    .execute();
  const found = new Map<string, Review[]>();
  for (const row of rows) found.set(row.tenancy_id, [...(found.get(row.tenancy_id) ?? []), row]);
  return found;
};

export const enteredReviews = (db: Db, tenancyId: string) =>
  db
    .selectFrom('rent_reviews')
    .selectAll()
    .where('tenancy_id', '=', tenancyId)
    .orderBy('from_year', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

export const insertRentReview = async (tx: Tx, row: Insertable<Tables['rent_reviews']>): Promise<void> => {
  await tx.insertInto('rent_reviews').values(row).execute();
};

/** The review of a tenancy that was entered last. */
export const lastReviewOf = async (db: Db, tenancyId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('rent_reviews')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('tenancy_id', '=', tenancyId)
      .executeTakeFirst()
  )?.id ?? null;

/** The last year from one on whose rent of a tenancy stands, or null. */
export const lastRaisedYear = async (db: Db, tenancyId: string, from: number): Promise<number | null> => {
  const row = await db
    .selectFrom('rent_charges')
    .select(({ fn }) => fn.max<number | null>('year').as('year'))
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', sql.lit('rent'))
    .where('cancelled_at', 'is', null)
    .where('year', '>=', from)
    .executeTakeFirst();
  return row?.year ?? null;
};

export type HeldTenancy = Selectable<Tables['tenancies']>;

export const heldTenancy = (db: Db, id: string): Promise<HeldTenancy | undefined> =>
  db.selectFrom('tenancies').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, locked as everything that changes its rent account locks it. */
export const lockHeldTenancy = (tx: Tx, id: string): Promise<HeldTenancy | undefined> =>
  tx.selectFrom('tenancies').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export type RentSums = Pick<Selectable<Tables['rent_accounts']>, 'charged' | 'paid' | 'owed' | 'owed_since'>;

/** The sums that a tenancy was charged and has paid; undefined where nothing of either is kept. */
export const rentSums = (db: Db, tenancyId: string): Promise<RentSums | undefined> =>
  db
    .selectFrom('rent_accounts')
    .select(['charged', 'paid', 'owed', 'owed_since'])
    .where('tenancy_id', '=', tenancyId)
    .executeTakeFirst();

/** A charge of ground rent that stands. */
export type StatedCharge = {
  id: string;
  tenant_id: string;
  tenancy_id: string;
  /** On which it is due. */
  day: string;
  kind: string;
  year: number;
  amount: string;
};

/** The charges of these tenants that stand, as a relation. */
export const chargesOfTenants = (tenantIds: readonly string[]): RawBuilder<StatedCharge> => sql`
  SELECT id, tenant_id, tenancy_id, due_on AS day, kind, year, amount FROM rent_charges
  WHERE tenant_id = ${anyOf(tenantIds)} AND cancelled_at IS NULL`;

/** Pesewas that each tenancy owes; below zero what was paid ahead. */
export const owedOfTenancies = async (db: Db, tenancyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  if (tenancyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('rent_accounts')
    .select(['tenancy_id', 'charged', 'paid'])
    .where('tenancy_id', 'in', tenancyIds)
    .execute();
  return new Map(rows.map(({ tenancy_id, charged, paid }) => [tenancy_id, toPesewas(charged) - toPesewas(paid)]));
};

const MOST_CHARGES = 400;

/** The charges of a tenancy with the moment at which each was raised, the newest first. */
export const chargesOf = (db: Db, tenancyId: string) =>
  db
    .selectFrom('rent_charges')
    .innerJoin('rent_batches', 'rent_batches.id', 'batch_id')
    .selectAll('rent_charges')
    .select('raised_at')
    .where('tenancy_id', '=', tenancyId)
    .orderBy('due_on', 'desc')
    .orderBy('rent_charges.id', 'desc')
    .limit(MOST_CHARGES)
    .execute();

export type StoredCharge = Selectable<Tables['rent_charges']>;

export const rentChargeById = (db: Db, id: string): Promise<StoredCharge | undefined> =>
  db.selectFrom('rent_charges').selectAll().where('id', '=', id).executeTakeFirst();

export const cancelCharge = async (
  tx: Tx,
  id: string,
  cancel: { cancelled_at: Date; cancelled_on: string; cancelled_by: string; cancel_reason: string },
): Promise<void> => {
  await tx.updateTable('rent_charges').set(cancel).where('id', '=', id).execute();
};

type Rule = Pick<Selectable<Tables['rent_rules']>, 'grace_days' | 'penalty_percent'>;

export const rentRule = (db: Db): Promise<Rule> =>
  db.selectFrom('rent_rules').select(['grace_days', 'penalty_percent']).executeTakeFirstOrThrow();

export const lockRentRule = (tx: Tx): Promise<Rule> =>
  tx.selectFrom('rent_rules').select(['grace_days', 'penalty_percent']).forUpdate().executeTakeFirstOrThrow();

export const setRentRule = async (tx: Tx, rule: Rule): Promise<void> => {
  await tx.updateTable('rent_rules').set(rule).execute();
};

export type RentBatch = Selectable<Tables['rent_batches']>;

export const rentBatches = (db: Db, records: Records): Promise<RentBatch[]> =>
  db.selectFrom('rent_batches').selectAll().where(among('id', records)).execute();

/** Charges of these records that were cancelled. */
export const cancelledCharges = (db: Db, records: Records): Promise<StoredCharge[]> =>
  db.selectFrom('rent_charges').selectAll().where(among('id', records)).where('cancelled_at', 'is not', null).execute();

/** Batches of which the charges do not come to what the batch says. */
export const batchesUnlikeCharges = async (
  db: Db,
  records: Records,
): Promise<{ id: string; total: string; charged: string }[]> => {
  const { rows } = await sql<{ id: string; total: string; charged: string }>`
    SELECT rent_batches.id::text, total::text, charged.sum::numeric(18, 2)::text AS charged
    FROM rent_batches CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS sum, count(*) FROM rent_charges WHERE batch_id = rent_batches.id
    ) AS charged
    WHERE ${among('rent_batches.id', records)} AND (charged.sum <> total OR charged.count <> rent_batches.count)`.execute(
    db,
  );
  return rows;
};

/** Accounts that differ from the charges and the payments of their tenancies. */
export const accountsUnlikeCharges = async (
  db: Db,
  records: Records,
): Promise<{ id: string; charged: string; paid: string; must_charge: string; must_pay: string }[]> => {
  const { rows } = await sql<{ id: string; charged: string; paid: string; must_charge: string; must_pay: string }>`
    SELECT tenancies.id::text, coalesce(account.charged, 0)::numeric(18, 2)::text AS charged,
      coalesce(account.paid, 0)::numeric(18, 2)::text AS paid,
      must.charged::numeric(18, 2)::text AS must_charge, must.paid::numeric(18, 2)::text AS must_pay
    FROM tenancies LEFT JOIN rent_accounts AS account ON account.tenancy_id = tenancies.id
      CROSS JOIN LATERAL (SELECT rent_paid(tenancies.id) AS paid) AS paid
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS charged, min(due_on) FILTER (WHERE running > paid.paid) AS since, paid.paid
        FROM (
          SELECT amount, due_on, sum(amount) OVER (ORDER BY due_on, id) AS running
          FROM rent_charges WHERE tenancy_id = tenancies.id AND cancelled_at IS NULL
        ) AS standing
      ) AS must
    WHERE ${among('tenancies.id', records)} AND (
      coalesce(account.charged, 0), coalesce(account.paid, 0), account.owed_since
    ) IS DISTINCT FROM (must.charged, must.paid, must.since)`.execute(db);
  return rows;
};
