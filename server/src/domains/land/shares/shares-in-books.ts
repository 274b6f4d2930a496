import { BENEFICIARY_LABELS, today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { moneyAccount, type NewEntry, SHARE_ACCOUNTS } from '#domains/ledger';
import type { Booked } from '#domains/payments';
import {
  holdSharePayouts,
  paidShareRows,
  type SharePayoutRow,
  type SignedReceipt,
  signedReceipts,
} from './share-payouts.repo.ts';

type PaidOut = SharePayoutRow & { paid_on: string };

/** A payout takes from the share, and leaves the account of its mode. */
export const entryOfSharePayout = (payout: PaidOut): NewEntry => {
  const { id, number, beneficiary, mode, reference, paid_on, paid_to, reason, asked_by, approved_by } = payout;
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
    document: {
      ...{ number, mode, 'paid to': paid_to, purpose: reason, reference, writer: asked_by, approver: approved_by },
      ...{ 'decided alone': payout.is_alone ? 'yes' : 'no', 'person who paid': payout.ended_by },
    },
  };
};

/** The entries that paid shares must have, by their ids; of those that came back reversed ones. */
export const bookedSharePayouts = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await paidShareRows(db, records)).flatMap(({ paid_on, ...payout }) => {
      if (paid_on === null) return [];
      const entry = entryOfSharePayout({ ...payout, paid_on });
      return [[payout.id, { entry, isReversed: payout.came_back_on !== null }] as const];
    }),
  );

/** The entry of a receipt that the payee signed: of no money, so that the chain covers it. */
export const entryOfReceipt = ({ id, number, name, sha256, by, at }: SignedReceipt): NewEntry => ({
  ...{ day: today(at), kind: 'signed receipt', subjectId: id, description: `${name} of ${number}`, postings: [] },
  document: { of: number, name, 'SHA-256': sha256, writer: by },
});

/** The entries of the signed receipts of these payouts; those of before have none. */
export const bookedSignedReceipts = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await signedReceipts(db, records)).map((one) => [one.id, { entry: entryOfReceipt(one), isReversed: false }]),
  );

/** Same, with the payouts locked: waits for changes that are under way and blocks new ones. */
export const lockedSharePayouts = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await holdSharePayouts(tx, ids);
  return bookedSharePayouts(tx, { ids });
};
