import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type Card = Selectable<Tables['crash_cards']>;
export type Scan = Selectable<Tables['crash_card_scans']>;

const cards = (db: Db) => db.selectFrom('crash_cards').selectAll();
const scans = (db: Db) => db.selectFrom('crash_card_scans').selectAll();

export const cardById = (db: Db, id: string): Promise<Card | undefined> =>
  cards(db).where('id', '=', id).executeTakeFirst();

/** The card of a code while it is in use. */
export const cardOfCode = (db: Db, code: string): Promise<Card | undefined> =>
  cards(db).where('code', '=', code).where('stopped_at', 'is', null).executeTakeFirst();

/** The newest card in use of a driver's records. */
export const cardOfDriver = (db: Db, driverIds: readonly string[]): Promise<Card | undefined> =>
  cards(db)
    .where('driver_id', 'in', driverIds)
    .where('stopped_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const insertCard = async (tx: Tx, row: Insertable<Tables['crash_cards']>): Promise<string> =>
  (await tx.insertInto('crash_cards').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Stops the cards in use of a driver's records, and gives their number. */
export const stopCardsOf = async (tx: Tx, driverIds: readonly string[], stopped_at: Date): Promise<number> => {
  const stopped = tx.updateTable('crash_cards').set({ stopped_at });
  const { numUpdatedRows } = await stopped
    .where('driver_id', 'in', driverIds)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Forgets the blood group of erased drivers, on stopped cards too. */
export const emptyCards = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  await tx.updateTable('crash_cards').set({ blood_group: null }).where('driver_id', 'in', driverIds).execute();
};

/** The scan of a page's secret. */
export const scanOfSecret = (db: Db, secretHash: Buffer): Promise<Scan | undefined> =>
  scans(db).where('secret_hash', '=', secretHash).executeTakeFirst();

export const lockScan = (tx: Tx, id: string): Promise<Scan | undefined> =>
  scans(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const insertScan = (tx: Tx, row: Insertable<Tables['crash_card_scans']>): Promise<Scan> =>
  tx.insertInto('crash_card_scans').values(row).returningAll().executeTakeFirstOrThrow();

export const updateScan = async (
  tx: Tx,
  id: string,
  set: Partial<Pick<Scan, 'incident_id' | 'told_at' | 'released_at' | 'released_by'>>,
): Promise<void> => {
  await tx.updateTable('crash_card_scans').set(set).where('id', '=', id).execute();
};

/** More scans of one incident than this are on record with their card alone. */
export const MOST_SCANS = 20;

/**
 * Scans that were released to, and those that told, come first: a photographed sticker can be
 * scanned any number of times, and must not push out the person at the car.
 */
const MATTERS_MOST = sql`CASE WHEN scan.released_at IS NOT NULL THEN 0 WHEN scan.told_at IS NOT NULL THEN 1 ELSE 2 END`;

/** The scans of a driver's cards with an incident of theirs: those that matter, then the newest. */
export const scansOfIncident = (db: Db, incidentId: string, driverIds: readonly string[]): Promise<Scan[]> =>
  db
    .selectFrom('crash_card_scans as scan')
    .innerJoin('crash_cards as card', 'card.id', 'scan.card_id')
    .selectAll('scan')
    .where('scan.incident_id', '=', incidentId)
    .where('card.driver_id', 'in', driverIds)
    .orderBy(MATTERS_MOST)
    .orderBy('scan.id', 'desc')
    .limit(MOST_SCANS)
    .execute();

/** The same of all cards of a driver's records, with the numbers of their incidents. */
export const scansOfDriver = (db: Db, driverIds: readonly string[]) =>
  db
    .selectFrom('crash_card_scans as scan')
    .innerJoin('crash_cards as card', 'card.id', 'scan.card_id')
    .leftJoin('incidents as incident', (join) =>
      join.onRef('incident.id', '=', 'scan.incident_id').on('incident.driver_id', 'in', driverIds),
    )
    .select(['scan.id', 'scan.at', 'scan.told_at', 'scan.released_at', 'scan.released_by', 'scan.incident_id'])
    .select('incident.number')
    .where('card.driver_id', 'in', driverIds)
    .orderBy(MATTERS_MOST)
    .orderBy('scan.id', 'desc')
    .limit(MOST_SCANS)
    .execute();

/** The newest open incident of a driver's records; drills are none. */
export const openIncidentOf = async (db: Db, driverIds: readonly string[]): Promise<string | undefined> =>
  (
    await db
      .selectFrom('incidents')
      .select('id')
      .where('driver_id', 'in', driverIds)
      .where('ended_at', 'is', null)
      .where('is_drill', '=', sql.lit(false))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id;
