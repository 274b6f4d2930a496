import { type CreditUse, formatMoney, fromPesewas, monthNumber, today, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { driversById, lockDrivers, type PayingDriver, setUnpaidSince } from '#domains/drivers';
import { post } from '#domains/ledger';
import { firstFee, paymentTypes, type TypeRules } from '#domains/prices';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import {
  checkFee,
  checkMonth,
  driversPaymentType,
  type Fee,
  feeKey,
  pricedMonth,
  typeCodeOf,
} from '../claims/fee-rules.ts';
import { paidFor } from '../standing/due-fees.ts';
import { readStandings, type Standing } from '../standing/read-standings.ts';
import { nameOfFee, postingsOfUse } from './booked-uses.ts';
import { insertCreditUse } from './credit.repo.ts';

type Acting = { by: Author; now: Date };

const feeOf = ({ payment_type, payment_year, payment_month }: CreditUse): Fee => ({
  type_code: typeCodeOf(payment_type),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : monthNumber(payment_month),
});

const lockedDriver = async (tx: Tx, id: string): Promise<PayingDriver> => {
  await lockDrivers(tx, [id]);
  const [driver] = await driversById(tx, [id]);
  if (!driver) throw new Refusal('not_found', 'There is no such driver.');
  if (driver.removed_at) throw new Refusal('conflict', 'This driver is removed, so the credit stays as it is.');
  return driver;
};

const rulesOf = async (tx: Tx, typeCode: string): Promise<TypeRules> => {
  const types = await paymentTypes(tx);
  const type = types.find(({ type_code }) => type_code === typeCode) ?? null;
  const required = types.find(({ type_code }) => type_code === type?.required_type);
  return driversPaymentType(type && { ...type, required_description: required?.description ?? null });
};

/** The price of a due fee; refuses one that is paid for, is not due, has no price, or costs more than the credit. */
const priceOfDue = (fee: Fee, type: TypeRules, standing: Standing, day: string): string => {
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
 * Pays a due fee of a driver from their credit, whole, and gives the use's id and the amount. The driver is locked before
 * anything is looked at, so that two at once never use the same credit nor pay one fee twice. Refused with 404 `not_found`;
 * with 409 `conflict` for a removed driver and where the credit is too small, 409 `already_paid`, and with 422 `refused`
 * where the fee is none that is due now.
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
