import { type FeeNamed, formatMoney, fromPesewas, monthNumber, today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { transition } from '#db/transition.ts';
import { audit } from '#domains/audit';
import {
  driversById,
  driversWithOpeningCredit,
  lockDrivers,
  postReleasedCredit,
  type SummaryWithPlans,
  setUnpaidSince,
} from '#domains/drivers';
import { creditOf, post, reverse } from '#domains/ledger';
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
  withOpening,
} from '../claims/fee-rules.ts';
import { paidFor } from '../standing/due-fees.ts';
import { readStandings, type Standing } from '../standing/read-standings.ts';
import {
  driversHoldingCredit,
  driversMadeCredit,
  findCreditUse,
  insertCreditUses,
  releaseCredit,
} from './credit.repo.ts';
import { creditUses, entryOfUse, nameOfFee } from './credit-uses.ts';
import { feesPaidByCredit } from './due-by-credit.ts';
import { entriesOfSettled, payByCredit, readWaiveUpTo, settleCredit } from './settle-credit.ts';

type Acting = { by: Author; now: Date };

/** A fee by its type, year and month, as people name it. */
export const namedFee = ({ payment_type, payment_year, payment_month }: FeeNamed): Fee => ({
  type_code: typeCodeOf(payment_type),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : monthNumber(payment_month),
});

/**
 * Locks a driver whose fees or credit are to change. Refused with 404, and 409 if removed, unless
 * `orRemoved`.
 */
export const lockedDriver = async (
  tx: Tx,
  id: string,
  { orRemoved = false }: { orRemoved?: boolean } = {},
): Promise<SummaryWithPlans> => {
  await lockDrivers(tx, [id]);
  const driver = existing((await driversById(tx, [id]))[0], 'driver');
  if (driver.removed_at && !orRemoved)
    throw new Refusal('conflict', 'This driver is removed, so fees and credit stay as they are.');
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
  const facts = {
    is_paid: paidFor(standing.fees).some((paid) => feeKey(paid) === feeKey(fee)),
    has_required: standing.fees.some(
      ({ type_code, status, is_credit }) => type_code === type.required_type && status === 'cleared' && !is_credit,
    ),
  };
  checkFee(fee, type, withOpening(fee, { type, driver: standing, ...facts }));
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
 * Pays a whole due fee from a driver's credit, another one than it would pay by itself. The driver
 * is locked first, so that two calls never use the same credit or pay one fee twice. Refused with
 * 404 `not_found`, 409 `conflict` for a removed driver or too little credit, 409 `already_paid`,
 * and 422 `refused` for a fee that is not due.
 */
export const payFromCredit = async (
  tx: Tx,
  driverId: string,
  asked: FeeNamed,
  { by, now }: Acting,
): Promise<{ id: string; amount: string }> => {
  const driver = await lockedDriver(tx, driverId);
  const fee = namedFee(asked);
  const type = await rulesOf(tx, fee.type_code);
  const day = today(now);
  const standing = (await readStandings(tx, [driver], day)).get(driver.id);
  if (!standing) throw new Error('No standing of the driver');
  const amount = priceOfDue(fee, type, standing, day);
  const use = { ...fee, driver_id: driver.id, period: type.period, amount, used_on: day };
  const [used] = await insertCreditUses(tx, [{ ...use, used_by: by.accountId, used_at: now }]);
  if (!used) throw new Error('The use of credit was not stored');
  if ((await firstFee(tx))?.type_code === fee.type_code) await setUnpaidSince(tx, [driver.id], null);
  await releaseCredit(tx, [driver.id]);
  const left = standing.credit - toPesewas(amount);
  const settled = await settleCredit(tx, new Map([[driver.id, left]]), {
    setOffBy: () => `the use of credit for ${nameOfFee(fee)}`,
    ...{ by, now },
  });
  const name = nameOfFee(fee);
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  await audit(
    tx,
    by,
    { action: 'credit.use', subject, after: { fee: name, amount, credit_left: fromPesewas(left) } },
    now,
  );
  await post(tx, [entryOfUse(used), ...entriesOfSettled(settled)], { by, now });
  return { id: used.id, amount };
};

type Returned = { driverId: string; useId: string; reason: string };

/**
 * Returns a fee that credit paid to the credit, with what was waived of it; it is due again, and
 * the driver's credit pays nothing by itself until other money comes. Refused with 404 `not_found`,
 * also for another driver's, and 409 `conflict` if it was returned before.
 */
export const returnCredit = async (
  tx: Tx,
  { driverId, useId, reason }: Returned,
  { by, now }: { by: Author; now: Date },
): Promise<string> => {
  await lockDrivers(tx, [driverId]);
  const use = await findCreditUse(tx, useId);
  if (use?.driver_id !== driverId) throw noSuch('use of credit');
  await transition(tx, creditUses, { ids: [useId], change: 'return', by, reason, now });
  const description = `Credit returned: ${reason}`;
  await reverse(tx, { kind: 'credit use', subjectIds: [useId], day: today(now), description }, { by, now });
  return toPesewas(use.amount) === 0n
    ? 'The fee is due again.'
    : 'The fee was given back to the credit and is due again.';
};

/** Drivers per look and per transaction, so that nobody waits for the books for long. */
const CHUNK = 100;

/** The drivers of a chunk whose credit pays a fee that has become due. */
const payableOf = async (db: Db, ids: readonly string[], now: Date): Promise<string[]> => {
  const held = await driversHoldingCredit(db, ids);
  const credits = new Map([...(await creditOf(db, ids))].filter(([id, credit]) => credit > 0n && !held.has(id)));
  const types = await readPaymentTypes(db);
  const drivers = (await driversById(db, [...credits.keys()])).filter(({ removed_at }) => !removed_at);
  const standings = await readStandings(db, drivers, today(now), { types, credits });
  const rules = { types, waiveUpTo: await readWaiveUpTo(db) };
  return [...standings].filter(([, one]) => feesPaidByCredit(one, rules).length > 0).map(([id]) => id);
};

/**
 * Pays from credit what has become due by a new month, a new price or a released take-over, and
 * counts the fees.
 */
export const payDueFromCredit = async (db: Db, now: Date): Promise<number> => {
  await postReleasedCredit(db, now);
  let paid = 0;
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const ids: string[] = await driversMadeCredit(db, { after, limit: CHUNK, others: driversWithOpeningCredit });
    const payable = await payableOf(db, ids, now);
    if (payable.length > 0) {
      paid += await db.transaction().execute(async (tx) => {
        await lockDrivers(tx, payable);
        return (await payByCredit(tx, payable, { by: null, setOffBy: () => 'a fee that became due', now })).made.length;
      });
    }
    after = ids.length < CHUNK ? undefined : ids.at(-1);
  }
  return paid;
};
