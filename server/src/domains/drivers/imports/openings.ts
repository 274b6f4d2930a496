import { today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { DRIVERS_CREDIT, type NewEntry, OPENING_BALANCES, post, reverse } from '#domains/ledger';
import { addOpeningType } from '#domains/prices';
import type { Author } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import { lockDrivers } from '../drivers.repo.ts';
import {
  driversOfReleasedCredit,
  insertOpenings,
  lockOpenings,
  markPosted,
  markTakenBack,
  type OpeningCredit,
  openingCredits,
} from './openings.repo.ts';
import type { ReadOpening } from './read-opening.ts';

type Made = { by: Author | null; now: Date };

/** Stores how drivers stood at the take-over; the first debt makes the payment type for it. */
export const addOpenings = async (
  tx: Tx,
  openings: readonly (ReadOpening & { driver_id: string })[],
  { by, now }: Made,
): Promise<void> => {
  if (openings.length === 0) return;
  if (openings.some(({ amount }) => toPesewas(amount) > 0n)) await addOpeningType(tx);
  await insertOpenings(tx, openings, { by: by?.accountId ?? null, now });
};

type PostedCredit = OpeningCredit & { posted_on: string };

const isPosted = (credit: OpeningCredit): credit is PostedCredit => credit.posted_on !== null;

const postedCredits = async (db: Db, records: Records): Promise<PostedCredit[]> =>
  (await openingCredits(db, records)).filter(isPosted);

/** Revenue is counted as it is paid, so of openings the credit alone is in the books. */
const entryOf = ({ driver_id, driver_code, owner_id, amount, posted_on }: PostedCredit): NewEntry => ({
  day: posted_on,
  kind: 'opening',
  subjectId: driver_id,
  description: `Opening balance of ${driver_code}`,
  postings: [
    { account: OPENING_BALANCES, pesewas: -toPesewas(amount) },
    { account: DRIVERS_CREDIT, pesewas: toPesewas(amount), driverId: owner_id },
  ],
});

/** Drivers per transaction, so that nobody waits for the books for long. */
const CHUNK = 100;

/** Posts the credit that drivers of released lists brought along. */
export const postReleasedCredit = async (db: Db, now: Date): Promise<void> => {
  for (let ids = await driversOfReleasedCredit(db, CHUNK); ids.length > 0; ) {
    await db.transaction().execute(async (tx) => {
      await lockDrivers(tx, ids);
      // A list may have been taken back meanwhile, or posted by another server.
      const posted = await markPosted(tx, ids, today(now));
      await post(tx, (await postedCredits(tx, { ids: posted })).map(entryOf), { by: null, now });
    });
    ids = await driversOfReleasedCredit(db, CHUNK);
  }
};

/** Takes these locked drivers' credit back with their import, out of the books where posted. */
export const takeBackOpenings = async (tx: Tx, driverIds: readonly string[], { by, now }: Made): Promise<void> => {
  const credits = await openingCredits(tx, { ids: driverIds });
  await markTakenBack(tx, pluck(credits, 'driver_id'), now);
  const description = 'The import was taken back';
  const subjectIds = pluck(credits.filter(isPosted), 'driver_id');
  await reverse(tx, { kind: 'opening', subjectIds, day: today(now), description }, { by, now });
};

/** The entries that openings must have in the books, by their drivers. */
export const bookedOpenings = async (db: Db, records: Records) =>
  new Map(
    (await postedCredits(db, records)).map((opening) => [
      opening.driver_id,
      { entry: entryOf(opening), isReversed: opening.is_taken_back },
    ]),
  );

/** Same, with the openings locked: waits for imports that are taken back. */
export const lockedOpenings = async (tx: Tx, ids: readonly string[]) => {
  await lockOpenings(tx, ids);
  return bookedOpenings(tx, { ids });
};
