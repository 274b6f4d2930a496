import { today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { DRIVERS_CREDIT, type NewEntry, OPENING_BALANCES, post, reverse } from '#domains/ledger';
import { addOpeningType } from '#domains/prices';
import type { Author } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import { insertOpenings, lockOpenings, markTakenBack, type OpeningCredit, openingCredits } from './openings.repo.ts';
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
  await insertOpenings(tx, openings, { day: today(now), by: by?.accountId ?? null, now });
};

/** Revenue is counted as it is paid, so of openings the credit alone is in the books. */
const entryOf = ({ driver_id, driver_code, owner_id, amount, opened_on }: OpeningCredit): NewEntry => ({
  day: opened_on,
  kind: 'opening',
  subjectId: driver_id,
  description: `Opening balance of ${driver_code}`,
  postings: [
    { account: OPENING_BALANCES, pesewas: -toPesewas(amount) },
    { account: DRIVERS_CREDIT, pesewas: toPesewas(amount), driverId: owner_id },
  ],
});

/** Posts the credit that new drivers bring along. */
export const postOpenings = async (tx: Tx, driverIds: readonly string[], made: Made): Promise<void> =>
  post(tx, (await openingCredits(tx, { ids: driverIds })).map(entryOf), made);

/** Takes the credit of these drivers out of the books with the import that had brought it. */
export const takeBackOpenings = async (tx: Tx, driverIds: readonly string[], { by, now }: Made): Promise<void> => {
  const ids = pluck(await openingCredits(tx, { ids: driverIds }), 'driver_id');
  if (ids.length === 0) return;
  await markTakenBack(tx, ids, now);
  const description = 'The import was taken back';
  await reverse(tx, { kind: 'opening', subjectIds: ids, day: today(now), description }, { by, now });
};

/** The entries that openings must have in the books, by their drivers. */
export const bookedOpenings = async (db: Db, records: Records) =>
  new Map(
    (await openingCredits(db, records)).map((opening) => [
      opening.driver_id,
      { entry: entryOf(opening), isReversed: opening.is_taken_back },
    ]),
  );

/** Same, with the openings locked: waits for imports that are taken back. */
export const settledOpenings = async (tx: Tx, ids: readonly string[]) => {
  await lockOpenings(tx, ids);
  return bookedOpenings(tx, { ids });
};
