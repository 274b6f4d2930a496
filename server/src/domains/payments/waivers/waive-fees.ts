import { feeName, formatMoney, fromPesewas, type NewWaiver, today, toPesewas, type WaiverKind } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, refuseWhileAnyWaits, type Subject } from '#domains/approvals';
import { audit } from '#domains/audit';
import { keptRecord, lockDrivers, type SummaryWithPlans, setUnpaidSince } from '#domains/drivers';
import { post } from '#domains/ledger';
import { firstFeeOf, readPaymentTypes } from '#domains/prices';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { type Fee, feeKey, pricedMonth } from '../claims/fee-rules.ts';
import { pricesOfClaims } from '../claims/prices-of-claims.ts';
import { insertCreditUses } from '../credit/credit.repo.ts';
import { lockedDriver, namedFee } from '../credit/credit.ts';
import { entryOfUse, nameOfFee } from '../credit/credit-uses.ts';
import { heldTowards } from '../credit/due-by-credit.ts';
import { type RecordsOfMoney, recordsOfCredit, recordsOfPayments } from '../credit/refund-credit.ts';
import { entriesOfSettled, settleCredit } from '../credit/settle-credit.ts';
import { describeBy, type PaymentTypes, paidFor, presentFee } from '../standing/due-fees.ts';
import { readStandings, type Standing } from '../standing/read-standings.ts';
import { claimsOfDriver } from './waivers.repo.ts';

/** A due fee with its price and what is missing of it. */
type MissingFee = z.infer<typeof MissingFee>;
const MissingFee = z.strictObject({
  type_code: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.number().int().nullable(),
  price: z.string(),
  missing: z.string(),
});
const AskedWaiver = z.strictObject({ fees: z.array(MissingFee).min(1), reason: z.string() });
type AskedWaiver = z.infer<typeof AskedWaiver>;

const KINDS = {
  waiver: { approval: 'fees.waive', action: 'credit.waive', done: 'waived' },
  write_off: { approval: 'debts.write_off', action: 'credit.write_off', done: 'written off' },
} as const satisfies Record<WaiverKind, unknown>;

/** Locks the driver of whom something is given up; of a removed one debts are written off alone. */
const lockDebtor = async (tx: Tx, driverId: string, kind: WaiverKind): Promise<SummaryWithPlans> => {
  const driver = await lockedDriver(tx, driverId, { orRemoved: kind === 'write_off' });
  if ((await keptRecord(tx, driverId)) === driverId) return driver;
  throw new Refusal('conflict', 'This record was merged into another one, which owes its debts.');
};

const sumOf = (fees: readonly MissingFee[]): string =>
  fromPesewas(fees.reduce((sum, { missing }) => sum + toPesewas(missing), 0n));

const readStanding = async (tx: Tx, driver: SummaryWithPlans, types: PaymentTypes, now: Date): Promise<Standing> => {
  const standing = (await readStandings(tx, [driver], today(driver.removed_at ?? now), { types })).get(driver.id);
  if (!standing) throw new Error('No standing of the driver');
  return standing;
};

/** The driver's due fees with the missing parts, by their keys. */
const missingFees = (standing: Standing): ReadonlyMap<string, MissingFee> => {
  const held = heldTowards(standing);
  return new Map(
    standing.due.map(({ type_code, payment_year, payment_month, amount: price }) => {
      const key = feeKey({ type_code, payment_year, payment_month });
      const missing = fromPesewas(toPesewas(price) - (held.get(key) ?? 0n));
      return [key, { type_code, payment_year, payment_month, price, missing }];
    }),
  );
};

const nameFee = (fee: Fee, types: PaymentTypes): string => feeName(presentFee(fee, describeBy(types)(fee.type_code)));

/** The sentence that refuses a fee of which nothing can be given up. */
const refuseFee = (fee: Fee, standing: Standing, { types, now }: { types: PaymentTypes; now: Date }): Refusal => {
  const name = nameFee(fee, types);
  if (paidFor(standing.fees).some((paid) => feeKey(paid) === feeKey(fee)))
    return refusalAt('already_paid', 'fees', `${name} of this driver was already paid.`);
  const year = Number(pricedMonth(fee, today(now)).slice(0, 4));
  const message = standing.unpriced_years.includes(year)
    ? `There is no price for ${year} yet, so ${name} cannot be waived or written off.`
    : `${name} is not due, so it cannot be waived or written off.`;
  return refusalAt('refused', 'fees', message);
};

/** Gives up what is missing of the fees; what is held towards them pays the rest. */
const giveUp = async (
  tx: Tx,
  kind: WaiverKind,
  { fees, reason }: AskedWaiver,
  {
    driverId,
    askedBy,
    by,
    now,
  }: { driverId: string; askedBy: { accountId: string; login: string } } & {
    by: Caller;
    now: Date;
  },
): Promise<string> => {
  const driver = await lockDebtor(tx, driverId, kind);
  const types = await readPaymentTypes(tx);
  const standing = await readStanding(tx, driver, types, now);
  const known = missingFees(standing);
  for (const fee of fees) {
    const due = known.get(feeKey(fee));
    if (due?.price === fee.price && due.missing === fee.missing) continue;
    const missing = due ? `${formatMoney(due.missing)} of ${formatMoney(due.price)}` : 'nothing';
    throw new Refusal('conflict', `${missing} of ${nameFee(fee, types)} is missing now. Please ask for it again.`);
  }
  const periods = new Map(types.map(({ type_code, period }) => [type_code, period]));
  const common = { driver_id: driver.id, waived_as: kind, waiver_reason: reason, asked_by: askedBy.accountId };
  const made = { used_on: today(now), used_by: by.accountId, used_at: now };
  const uses = await insertCreditUses(
    tx,
    fees.map(({ type_code, payment_year, payment_month, price, missing: waived }) => ({
      ...{ type_code, payment_year, payment_month, period: periods.get(type_code) ?? 'any' },
      ...{ amount: fromPesewas(toPesewas(price) - toPesewas(waived)), waived, ...common, ...made },
    })),
  );
  const first = firstFeeOf(types)?.type_code;
  if (fees.some(({ type_code }) => type_code === first)) await setUnpaidSince(tx, [driver.id], null);
  const left = uses.reduce((credit, { amount }) => credit - toPesewas(amount), standing.credit);
  const names = fees.map(nameOfFee).join(', ');
  const setOffBy = () => `giving up what was missing of ${names}`;
  const settled = await settleCredit(tx, new Map([[driver.id, left]]), { setOffBy, by, now });
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  const after = { fees: names, waived: sumOf(fees), reason, asked_by: askedBy.login };
  await audit(tx, by, { action: KINDS[kind].action, subject, after }, now);
  await post(tx, [...uses.map(entryOfUse), ...entriesOfSettled(settled)], { by, now });
  return `${formatMoney(sumOf(fees))} of ${driver.driver_code} is ${KINDS[kind].done}.`;
};

/** The records of the money in a driver's credit, and of waiting claims with their prices. */
const recordsOfFees = async (db: Db, driverId: string, recordsOfMoney: RecordsOfMoney): Promise<Subject[]> => {
  const claims = await claimsOfDriver(db, driverId);
  return [
    ...(await recordsOfPayments(db, claims, recordsOfMoney)),
    ...claims.flatMap(await pricesOfClaims(db, claims)),
    ...(await recordsOfCredit(db, driverId, recordsOfMoney)),
  ];
};

const waiverApproval = (kind: WaiverKind, recordsOfMoney: RecordsOfMoney) =>
  defineApproval({
    kind: KINDS[kind].approval,
    input: AskedWaiver,
    apply: async (tx, { input, subjectId: driverId, askedBy, by, now }) => ({
      message: await giveUp(tx, kind, input, { driverId, askedBy, by, now }),
    }),
    lock: (tx, driverId) => lockDrivers(tx, [driverId]),
    handsIn: (db, driverId) => recordsOfFees(db, driverId, recordsOfMoney),
  });

/** The waivers and write-offs that another person approves. Rule 38 of docs/product/payments.md. */
export const waiverApprovals = (recordsOfMoney: RecordsOfMoney) => ({
  waiver: waiverApproval('waiver', recordsOfMoney),
  write_off: waiverApproval('write_off', recordsOfMoney),
});
export type WaiverApprovals = ReturnType<typeof waiverApprovals>;

export type WaiverDeps = Approvers & { waivers: WaiverApprovals };

/**
 * Asks that what is missing of due fees be given up; where nobody else may approve it, it is given
 * up at once. Refused with 404 `not_found`, 409 `already_paid`, 409 `conflict` for a waiver of a
 * removed driver and while a waiver of the driver waits, and 422 `refused` for a fee that is not
 * due.
 */
export const askWaiver = async (
  tx: Tx,
  { driverId, body: { kind, fees: named, reason } }: { driverId: string; body: NewWaiver },
  { by, now }: { by: Caller; now: Date },
  { waivers, staff }: WaiverDeps,
): Promise<{ message: string; approval_id: string | null }> => {
  const driver = await lockDebtor(tx, driverId, kind);
  const kinds = Object.values(KINDS).map(({ approval }) => approval);
  await refuseWhileAnyWaits(tx, kinds, driverId);
  const types = await readPaymentTypes(tx);
  const standing = await readStanding(tx, driver, types, now);
  const known = missingFees(standing);
  const fees = named.map(namedFee).map((fee) => {
    const due = known.get(feeKey(fee));
    if (!due) throw refuseFee(fee, standing, { types, now });
    if (toPesewas(due.missing) > 0n) return due;
    throw refusalAt('refused', 'fees', `Nothing is missing of ${nameFee(fee, types)}: the credit pays it.`);
  });
  const changes = fees.map((fee) => {
    const held = fromPesewas(toPesewas(fee.price) - toPesewas(fee.missing));
    const before = `${formatMoney(fee.price)}${held === '0.00' ? '' : `, of which ${formatMoney(held)} is held`}`;
    return { field: nameFee(fee, types), before, after: `${formatMoney(fee.missing)} is ${KINDS[kind].done}` };
  });
  const subject = { id: driver.id, name: `${formatMoney(sumOf(fees))} of ${driver.driver_code}` };
  const asked = await askApproval(
    tx,
    waivers[kind],
    { subject, input: { fees, reason }, changes, reason, by, now },
    staff,
  );
  return { message: asked.message, approval_id: asked.state === 'asked' ? asked.id : null };
};
