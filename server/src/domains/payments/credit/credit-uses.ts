import { formatPaidMonth, monthCode, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import type { Stateful } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import { setUnpaidSince } from '#domains/drivers';
import { DEBTS_WRITTEN_OFF, DRIVERS_CREDIT, type NewEntry, revenueAccount, WAIVERS } from '#domains/ledger';
import { firstFee } from '#domains/prices';
import { pluck } from '#lib/values.ts';
import type { Fee } from '../claims/fee-rules.ts';
import type { Booked } from '../posted.ts';
import { type BookedUse, bookedUseRows, holdUses } from './credit.repo.ts';

/** The fee's name in logs: `SS November 2026`. */
export const nameOfFee = ({ type_code, payment_year, payment_month }: Fee): string => {
  return [type_code, formatPaidMonth({ payment_year, payment_month: monthCode(payment_month) })]
    .filter((part) => part !== '')
    .join(' ');
};

const GIVEN_UP = {
  waiver: { account: WAIVERS, words: 'Waiver of' },
  write_off: { account: DEBTS_WRITTEN_OFF, words: 'Write-off of' },
} as const;

/** Moves credit, and what is given up of the price, to the fee's revenue. */
export const entryOfUse = (use: BookedUse): NewEntry => {
  const { id, driver_id: driverId, type_code, amount, waived, waived_as, used_on: day } = use;
  const [pesewas, givenUp] = [toPesewas(amount), toPesewas(waived)];
  return {
    day,
    kind: 'credit use',
    subjectId: id,
    description: `${waived_as === null ? 'Credit for' : GIVEN_UP[waived_as].words} ${nameOfFee(use)}`,
    postings: [
      { account: DRIVERS_CREDIT, pesewas, driverId },
      ...(waived_as === null ? [] : [{ account: GIVEN_UP[waived_as].account, pesewas: givenUp }]),
      { account: revenueAccount(type_code), pesewas: -pesewas - givenUp },
    ],
    ...(waived_as !== null && {
      document: { purpose: use.waiver_reason, writer: use.asked_by, approver: use.used_by },
    }),
  };
};

/** The entries that these uses of credit must have in the books, by the uses' ids. */
export const bookedCreditUses = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await bookedUseRows(db, records)).map((use) => [
      use.id,
      { entry: { ...entryOfUse(use), description: nameOfFee(use) }, isReversed: use.status === 'returned' },
    ]),
  );

/** Same, with the uses locked: waits for returns that are under way and blocks new ones. */
export const lockedCreditUses = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await holdUses(tx, ids);
  return bookedCreditUses(tx, { ids });
};

type UsedCredit = Fee & { id: string; status: 'used' | 'returned'; driver_id: string; amount: string };

const RETURNED = {
  from: ['used'],
  to: 'returned',
  action: 'credit.return',
  keepsReason: true,
  facts: ({ amount }: UsedCredit) => ({ amount }),
  effect: async (tx: Tx, uses: readonly UsedCredit[], { now }: { now: Date }) => {
    const fee = await firstFee(tx);
    const first = uses.filter(({ type_code }) => type_code === fee?.type_code);
    await setUnpaidSince(tx, pluck(first, 'driver_id'), now);
  },
} as const;

/**
 * Fees that were paid from credit: `used → returned`, by a person, or as money goes that had paid
 * them. Their drivers are locked before them, and the caller posts the return.
 */
export const creditUses: Stateful<'used' | 'returned', UsedCredit, 'return' | 'unwind' | 'free'> = {
  table: 'credit_uses',
  columns: ['driver_id', 'type_code', 'payment_year', 'payment_month', 'amount'],
  noun: 'use of credit',
  nameOf: nameOfFee,
  became: { used: 'is in use', returned: 'was returned' },
  changes: {
    return: { ...RETURNED, needs: 'payments.clear', set: () => ({ holds_credit: true }) },
    unwind: { ...RETURNED, needs: 'own' },
    // The fee stays paid, by other money, so that no days to pay begin.
    free: { ...RETURNED, needs: 'own', effect: async () => {} },
  },
  audit: auditAll,
};
