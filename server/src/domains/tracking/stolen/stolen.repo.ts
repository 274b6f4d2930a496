import type { ListQuery, stolenList } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, fromDay, type ListSql, untilDay } from '#db/list/list-sql.ts';
import { anyOf } from '#db/records.ts';

export type Declaration = Selectable<Tables['stolen_cars']>;
type Link = Selectable<Tables['stolen_links']>;

const declarations = (db: Db) => db.selectFrom('stolen_cars').selectAll();

export const declarationById = (db: Db, id: string): Promise<Declaration | undefined> =>
  declarations(db).where('id', '=', id).executeTakeFirst();

export const lockDeclaration = (tx: Tx, id: string): Promise<Declaration | undefined> =>
  declarations(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** The open declaration of one of these records, if there is one. */
export const openDeclarationOf = (db: Db, driverIds: readonly string[]): Promise<Declaration | undefined> =>
  declarations(db)
    .where('driver_id', 'in', driverIds)
    .where('status', '=', sql.lit('open'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** More than any car was ever stolen. */
const MOST = 100;

export const declarationsOf = (db: Db, driverIds: readonly string[]): Promise<Declaration[]> =>
  declarations(db)
    .where('driver_id', 'in', driverIds)
    .orderBy('declared_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();

/** Stores a declaration; undefined where the car has an open one. */
export const insertDeclaration = async (
  tx: Tx,
  row: Insertable<Tables['stolen_cars']>,
): Promise<string | undefined> => {
  const inserted = tx
    .insertInto('stolen_cars')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id');
  return (await inserted.executeTakeFirst())?.id;
};

/** The drivers whom a code or a car number names, as another domain knows them. */
type Named = (text: string) => RawBuilder<unknown>;

export const stolenSql = (named: Named): ListSql<ListQuery<typeof stolenList>, Declaration> => ({
  rows: declarations,
  filters: {
    driver: (text) => sql`driver_id = ANY(ARRAY(${named(text)}))`,
    driver_id: equals('driver_id'),
    status: equals('status'),
    from: fromDay('declared_at'),
    to: untilDay('declared_at'),
  },
  sorts: { declared_at: ['declared_at', 'id'] },
});

export const insertStolenLink = async (tx: Tx, row: Insertable<Tables['stolen_links']>): Promise<string> =>
  (await tx.insertInto('stolen_links').values(row).returning('id').executeTakeFirstOrThrow()).id;

const openLinks = (db: Db, declarationIds: readonly string[], now: Date) =>
  db
    .selectFrom('stolen_links')
    .where(sql<boolean>`stolen_car_id = ${anyOf(declarationIds)}`)
    .where('closed_at', 'is', null)
    .where('ends_at', '>', now);

/** How many links of each declaration show the car now. */
export const countOpenLinks = async (
  db: Db,
  declarationIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> => {
  const counts = openLinks(db, declarationIds, now)
    .select(['stolen_car_id', sql<number>`count(*)::integer`.as('count')])
    .groupBy('stolen_car_id');
  return new Map((await counts.execute()).map(({ stolen_car_id, count }) => [stolen_car_id, count]));
};

export const stolenLinkById = (db: Db, id: string): Promise<Link | undefined> =>
  db.selectFrom('stolen_links').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The key under which answers about a stolen car share a lock that closing its links has alone. A
 * shared lock of the link's row would not do: new answers pass a closing that waits for it.
 */
const answersOf = (declarationId: RawBuilder<unknown>) =>
  sql`hashtextextended('answers about stolen car ' || ${declarationId}, 0)`;

/**
 * Closes the open links of a declaration, or the given one of them, once the answers that are being
 * made of them are there; gives those that it closed.
 */
export const closeStolenLinks = async (
  tx: Tx,
  of: { stolen_car_id: string; id?: string },
  { now, by }: { now: Date; by: string | null },
): Promise<string[]> => {
  await sql`SELECT pg_advisory_xact_lock(${answersOf(sql`${of.stolen_car_id}::text`)})`.execute(tx);
  const closing = tx
    .updateTable('stolen_links')
    .set({ closed_at: now, closed_by: by })
    .where('closed_at', 'is', null)
    .where('ends_at', '>', now);
  const ofCar = closing.where('stolen_car_id', '=', of.stolen_car_id);
  const some = of.id === undefined ? ofCar : ofCar.where('id', '=', of.id);
  return (await some.returning('id').execute()).map(({ id }) => id);
};

/**
 * The link of a secret while it is open, held until the transaction ends: who closes it waits for
 * the answers that are being made of it.
 */
export const holdOpenLink = async (tx: Tx, tokenHash: Buffer, now: Date): Promise<Link | undefined> => {
  const open = tx
    .selectFrom('stolen_links')
    .where('token_hash', '=', tokenHash)
    .where('closed_at', 'is', null)
    .where('ends_at', '>', now);
  const lock = sql`pg_advisory_xact_lock_shared(${answersOf(sql`stolen_car_id::text`)})`.as('lock');
  await open.select(lock).execute();
  // Read anew, since it may have been closed until the lock was given.
  return open.selectAll().executeTakeFirst();
};

/** Stores an opening, unless one of the same address was stored in the same hour. */
export const insertOpening = async (tx: Tx, row: Insertable<Tables['stolen_openings']>): Promise<void> => {
  await tx
    .insertInto('stolen_openings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Links of a declaration with how often they were opened, the newest first. */
export const stolenLinksOf = (db: Db, declarationId: string) =>
  db
    .selectFrom('stolen_links')
    .select(['id', 'made_for', 'made_at', 'made_by', 'ends_at', 'closed_at'])
    .select((eb) => [
      eb
        .selectFrom('stolen_openings')
        .select(sql<number>`count(*)::integer`.as('openings'))
        .whereRef('link_id', '=', 'stolen_links.id')
        .$asScalar()
        .$notNull()
        .as('openings'),
      eb
        .selectFrom('stolen_openings')
        .select((of) => of.fn.max('opened_at').as('last'))
        .whereRef('link_id', '=', 'stolen_links.id')
        .$asScalar()
        .as('last_opened_at'),
    ])
    .where('stolen_car_id', '=', declarationId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();

/** The newest openings of a link, the newest first. */
export const openingsOfLink = (db: Db, linkId: string) =>
  db
    .selectFrom('stolen_openings')
    .select(['opened_at', 'address', 'user_agent'])
    .where('link_id', '=', linkId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();

const ERASED = 'ERASED';

/** Empties the words about these drivers' stolen cars. Days stay, and who opened their links. */
export const emptyDeclarations = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('stolen_cars')
    .set({
      last_seen: ERASED,
      status_reason: sql<string | null>`CASE WHEN status_reason IS NOT NULL THEN ${ERASED} END`,
    })
    .where('driver_id', 'in', driverIds)
    .execute();
};
