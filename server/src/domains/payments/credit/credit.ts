import {
  type CreditUse,
  formatMoney,
  formatPaidMonth,
  fromPesewas,
  monthCode,
  monthNumber,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { type Stateful, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import { driversById, lockDrivers, type SummaryWithPlans, setUnpaidSince } from '#domains/drivers';
import { DRIVERS_CREDIT, type NewEntry, post, revenueAccount, reverse } from '#domains/ledger';
import { firstFee, type PaymentTypeRules, readPaymentTypes } from '#domains/prices';
import type { Author } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import {
  checkFee,
  checkMonth,
  driversPaymentType,
  type Fee,
  feeKey,
  pricedMonth,
  typeCodeOf,
} from '../claims/fee-rules.ts';
import type { Booked } from '../posted.ts';
import { paidFor } from '../standing/due-fees.ts';
import { readStandings, type Standing } from '../standing/read-standings.ts';
import { type BookedUse, bookedUseRows, driverOfCreditUse, insertCreditUse, lockUses } from './credit.repo.ts';

/** The fee's name in logs: `SS November 2026`. */
const nameOfFee = ({ type_code, payment_year, payment_month }: Fee): string => {
  return [type_code, formatPaidMonth({ payment_year, payment_month: monthCode(payment_month) })]
    .filter((part) => part !== '')
    .join(' ');
};

/** A use of credit moves money from the driver's credit to the fee's revenue. */
const postingsOfUse = ({
  driver_id,
  type_code,
  amount,
}: Pick<BookedUse, 'driver_id' | 'type_code' | 'amount'>): NewEntry['postings'] => {
  const pesewas = toPesewas(amount);
  return [
    { account: DRIVERS_CREDIT, pesewas, driverId: driver_id },
    { account: revenueAccount(type_code), pesewas: -pesewas },
  ];
};

/** The entries that these uses of credit must have in the books, by the uses' ids. */
export const bookedCreditUses = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await bookedUseRows(db, records)).map((use) => {
      const { id, used_on: day, status } = use;
      const entry = { day, kind: 'credit use', subjectId: id, description: nameOfFee(use) } as const;
      return [id, { entry: { ...entry, postings: postingsOfUse(use) }, isReversed: status === 'returned' }];
    }),
  );

/** Same, with the uses locked: waits for returns that are under way and blocks new ones. */
export const settledCreditUses = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await lockUses(tx, ids);
  return bookedCreditUses(tx, { ids });
};

type Acting = { by: Author; now: Date };

const feeOf = ({ payment_type, payment_year, payment_month }: CreditUse): Fee => ({
  type_code: typeCodeOf(payment_type),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : monthNumber(payment_month),
});

const lockedDriver = async (tx: Tx, id: string): Promise<SummaryWithPlans> => {
  await lockDrivers(tx, [id]);
  const driver = existing((await driversById(tx, [id]))[0], 'driver');
  if (driver.removed_at) throw new Refusal('conflict', 'This driver is removed, so the credit stays as it is.');
  return driver;
};

const rulesOf = async (tx: Tx, typeCode: string): Promise<PaymentTypeRules> => {
  const types = await readPaymentTypes(tx);
  const type = types.find(({ type_code }) => type_code === typeCode) ?? null;
  const required = types.find(({ type_code }) => type_code === type?.required_type);
  return driversPaymentType(type && { ...type, required_description: required?.description ?? null });
};

/** The price of a due fee. Refuses one not due, without a price, or above the credit. */
const priceOfDue = (fee: Fee, type: PaymentTypeRules, standing: Standing, day: string): string => {
  checkMonth(fee, type);
  checkFee(fee, type, {
    is_paid: paidFor(standing.fees).some((paid) => feeKey(paid) === feeKey(fee)),
    has_required: standing.fees.some(({ type_code, is_credit }) => type_code === type.required_type && !is_credit),
  });
  const due = standing.due.find((one) => feeKey(one) === feeKey(fee));
  if (!due) {
    const year = Number(pricedMonth(fee, day).slice(0, 4));
    const message = standing.unpriced_years.includes(year)
      ? `There is no price for ${year} yet, so credit cannot pay this fee.`
      : 'This fee is not due, so credit cannot pay it.';
    throw new Refusal('refused', message);
  }
  if (toPesewas(due.amount) > standing.credit) {
    const credit = formatMoney(fromPesewas(standing.credit));
    throw new Refusal(
      'conflict',
      `The credit is ${credit} and the fee ${formatMoney(due.amount)}. Credit pays a fee whole or not at all.`,
    );
  }
  return due.amount;
};

/**
 * Pays a whole due fee from a driver's credit. The driver is locked first, so that two calls never
 * use the same credit or pay one fee twice. Refused with 404 `not_found`, 409 `conflict` for a
 * removed driver or too little credit, 409 `already_paid`, and 422 `refused` for a fee that is not
 * due.
 */
export const payFromCredit = async (
  tx: Tx,
  driverId: string,
  asked: CreditUse,
  { by, now }: Acting,
): Promise<{ id: string; amount: string }> => {
  const driver = await lockedDriver(tx, driverId);
  const fee = feeOf(asked);
  const type = await rulesOf(tx, fee.type_code);
  const day = today(now);
  const standing = (await readStandings(tx, [driver], day)).get(driver.id);
  if (!standing) throw new Error('No standing of the driver');
  const amount = priceOfDue(fee, type, standing, day);
  const use = { ...fee, driver_id: driver.id, period: type.period, amount, used_on: day };
  const id = await insertCreditUse(tx, { ...use, used_by: by.accountId, used_at: now });
  if ((await firstFee(tx))?.type_code === fee.type_code) await setUnpaidSince(tx, [driver.id], null);
  const name = nameOfFee(fee);
  await post(
    tx,
    [
      {
        day,
        kind: 'credit use',
        subjectId: id,
        description: `Credit of ${driver.driver_code} for ${name}`,
        postings: postingsOfUse({ driver_id: driver.id, type_code: fee.type_code, amount }),
      },
    ],
    { by, now },
  );
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  await audit(tx, by, { action: 'credit.use', subject, after: { fee: name, amount } }, now);
  return { id, amount };
};

type UsedCredit = {
  id: string;
  status: 'used' | 'returned';
  driver_id: string;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
};

const driversOf = (uses: readonly UsedCredit[]): string[] => uses.map(({ driver_id }) => driver_id);

/** Fees that were paid from credit: `used → returned`. */
const creditUses: Stateful<'used' | 'returned', UsedCredit, 'return'> = {
  table: 'credit_uses',
  columns: ['driver_id', 'type_code', 'payment_year', 'payment_month'],
  noun: 'use of credit',
  nameOf: nameOfFee,
  became: { used: 'is in use', returned: 'was returned' },
  changes: {
    return: {
      from: ['used'],
      to: 'returned',
      needs: 'payments.clear',
      action: 'credit.return',
      keepsReason: true,
      refuse: async (tx, uses) => {
        await lockDrivers(tx, driversOf(uses));
        return new Map();
      },
      effect: async (tx, uses, { by, now, reason }) => {
        const fee = await firstFee(tx);
        const first = uses.filter(({ type_code }) => type_code === fee?.type_code);
        await setUnpaidSince(tx, driversOf(first), now);
        const subjectIds = uses.map(({ id }) => id);
        const description = `Credit returned: ${reason}`;
        await reverse(tx, { kind: 'credit use', subjectIds, day: today(now), description }, { by, now });
      },
    },
  },
  audit: auditAll,
};

type Returned = { driverId: string; useId: string; reason: string };

/**
 * Returns a fee that credit paid to the credit; it is due again. Refused with 404 `not_found`, also
 * for another driver's, and 409 `conflict` if it was returned before.
 */
export const returnCredit = async (
  tx: Tx,
  { driverId, useId, reason }: Returned,
  { by, now }: { by: Author; now: Date },
): Promise<void> => {
  if ((await driverOfCreditUse(tx, useId)) !== driverId) {
    throw noSuch('use of credit');
  }
  await transition(tx, creditUses, { ids: [useId], change: 'return', by, reason, now });
};
