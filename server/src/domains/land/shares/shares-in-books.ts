import { BENEFICIARY_LABELS, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { moneyAccount, type NewEntry, SHARE_ACCOUNTS } from '#domains/ledger';
import type { Booked } from '#domains/payments';
import { holdSharePayouts, paidShareRows, type SharePayoutRow } from './share-payouts.repo.ts';

type PaidOut = Pick<SharePayoutRow, 'id' | 'number' | 'beneficiary' | 'mode' | 'amount' | 'reference'> & {
  paid_on: string;
};

/** A payout takes from the share, and leaves the account of its mode. */
export const entryOfSharePayout = (payout: PaidOut): NewEntry => {
  const { id, number, beneficiary, mode, reference, paid_on } = payout;
  const pesewas = toPesewas(payout.amount);
  return {
    day: paid_on,
    kind: 'share payout',
    subjectId: id,
    description: `${number} to the ${BENEFICIARY_LABELS[beneficiary]}: ${reference}`,
    postings: [
      { account: SHARE_ACCOUNTS[beneficiary], pesewas },
      { account: moneyAccount(mode), pesewas: -pesewas },
    ],
  };
};

/** The entries that paid shares must have, by their ids; of those that came back reversed ones. */
export const bookedSharePayouts = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await paidShareRows(db, records)).flatMap(({ paid_on, came_back_on, ...payout }) => {
      if (paid_on === null) return [];
      const entry = entryOfSharePayout({ ...payout, paid_on });
      return [[payout.id, { entry, isReversed: came_back_on !== null }] as const];
    }),
  );

/** Same, with the payouts locked: waits for changes that are under way and blocks new ones. */
export const lockedSharePayouts = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await holdSharePayouts(tx, ids);
  return bookedSharePayouts(tx, { ids });
};
