import {
  addMonths,
  type DriverStanding,
  formatReceiptNumber,
  fromPesewas,
  fullName,
  type LeftBehind,
  type MemberStanding,
  type OwnPayment,
  ownPaymentList,
  type PaymentStatus,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { waitingApproval } from '#domains/approvals';
import { carOfAccount, driverOfAccount, driverPricing, driversById, findDriver, formerRecords } from '#domains/drivers';
import { receiptsOfRecords } from '#domains/receipts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { feeKey } from '../claims/fee-rules.ts';
import { heldTowards, owedAfterCredit } from '../credit/due-by-credit.ts';
import { coveredUntil } from './covered-until.ts';
import { describeTypes, presentFee } from './due-fees.ts';
import { readStandings, type Standing } from './read-standings.ts';
import { type DriverFee, ownPaymentsSql } from './standing.repo.ts';

/** The member's driver, or that of another own car by its code; never another person's. */
export const ownDriver = async (db: Db, accountId: string, driverCode?: string) => {
  const driver = driverCode ? await carOfAccount(db, { accountId, driverCode }) : await driverOfAccount(db, accountId);
  if (driver) return driver;
  throw new Refusal('not_found', driverCode ? 'You have no such car.' : 'You are not registered as a driver any more.');
};

/** An id that no driver has. */
const NOBODY = '0';

/** The driver's id for a list; another person's code leads to an empty list. */
export const ownDriverId = async (db: Db, accountId: string, driverCode?: string): Promise<string> => {
  if (!driverCode) return (await ownDriver(db, accountId)).id;
  return (await carOfAccount(db, { accountId, driverCode }))?.id ?? NOBODY;
};

type Money =
  | 'owed'
  | 'paid'
  | 'waiting'
  | 'due_total'
  | 'due'
  | 'unpriced_years'
  | 'credit'
  | 'covered'
  | 'brought_until'
  | 'next_due';

const sumOf = (amounts: readonly string[]): string =>
  fromPesewas(amounts.reduce((sum, amount) => sum + toPesewas(amount), 0n));

/** The amounts of payments in a state, without uses of credit, whose money came before. */
const amountsIn = (fees: readonly DriverFee[], status: PaymentStatus): string[] =>
  fees.filter((fee) => fee.status === status && fee.credit_use_id === null).map(({ amount }) => amount);

const partsOf = ({ amount }: { amount: string }, paid: bigint) => ({
  paid: fromPesewas(paid),
  missing: fromPesewas(toPesewas(amount) - paid),
});

const presentStanding = (standing: Standing): Pick<DriverStanding, Money> => {
  const { fees, due, covered, credit, next_due, unpriced_years, opening } = standing;
  const held = heldTowards(standing);
  return {
    paid: sumOf(amountsIn(fees, 'cleared')),
    waiting: sumOf(amountsIn(fees, 'submitted')),
    credit: fromPesewas(credit),
    owed: fromPesewas(owedAfterCredit(standing)),
    due_total: sumOf(due.map(({ amount }) => amount)),
    due: due.map((fee) => ({
      ...presentFee(fee, fee.description),
      amount: fee.amount,
      ...partsOf(fee, held.get(feeKey(fee)) ?? 0n),
      waiting: fromPesewas(fee.waiting),
      payable: toPesewas(fee.amount) <= credit,
    })),
    covered: covered.map(({ credit_use_id, ...fee }) => ({
      ...presentFee(fee, fee.description),
      covered_by: credit_use_id === null ? 'payment' : toPesewas(fee.waived) > 0n ? 'waived' : 'credit',
      waived: fee.waived,
      credit_use_id,
    })),
    brought_until: opening && !opening.owed ? addMonths(opening.billed_from, -1) : null,
    next_due: next_due && { ...presentFee(next_due, next_due.description), amount: next_due.amount },
    unpriced_years,
  };
};

/**
 * A member's standing for one of their cars: paid and due sums, computed from the payments each
 * time. Only cleared money lowers what is due; waiting money is shown beside it.
 */
export const memberStanding = async (
  db: Db,
  { accountId, driverCode }: { accountId: string; driverCode?: string | undefined },
  now: Date,
): Promise<MemberStanding> => {
  const driver = await ownDriver(db, accountId, driverCode);
  const standing = (await readStandings(db, [driver], today(now))).get(driver.id);
  if (!standing) throw new Error('No standing of the driver');
  const { due, ...shown } = presentStanding(standing);
  return {
    user: accountId,
    fullname: fullName(driver),
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    ...shown,
    due: due.map(({ payable: _, ...fee }) => fee),
    ...driverPricing(driver),
  };
};

/** A driver's payments, debts and credit, up to the removal. 404 `not_found`. */
export const driverStanding = async (db: Db, id: string, now: Date): Promise<DriverStanding> => {
  const driver = existing((await driversById(db, [id]))[0], 'driver');
  const standing = (await readStandings(db, [driver], today(driver.removed_at ?? now))).get(id);
  if (!standing) throw new Error('No standing of the driver');
  const waiting = [];
  for (const kind of ['fees.waive', 'debts.write_off'] as const)
    waiting.push(await waitingApproval(db, { kind, subjectId: id }));
  const covered_until = coveredUntil(standing, driver.registered_on);
  return { ...presentStanding(standing), covered_until, waiver_approval_id: waiting.find((one) => one)?.id ?? null };
};

/** The debts of these drivers, the oldest fee first, by record number. */
export const debtsOfDrivers = async (
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Pick<DriverStanding, 'owed' | 'due'>>> => {
  if (ids.length === 0) return new Map();
  const standings = await readStandings(db, await driversById(db, ids), today(now));
  return new Map([...standings].map(([id, standing]) => [id, presentStanding(standing)]));
};

/** A member's own payments in every state, the newest first; the scope is their driver's id. */
export const ownPaymentsSource = listSource(ownPaymentList, ownPaymentsSql, async (rows, db) => {
  const describe = await describeTypes(db);
  const receipts = await receiptsOfRecords(db, { ids: pluck(rows, 'id') });
  const numbers = new Map(receipts.map(({ subject_id, number }) => [subject_id, formatReceiptNumber(number)]));
  return rows.map((row): OwnPayment => {
    const { id, transaction_date, transaction_id, amount: amount_paid, status, status_reason, is_credit } = row;
    const fee = presentFee(row, describe(row.type_code));
    const receipt = numbers.get(id) ?? null;
    return { id, ...fee, transaction_date, transaction_id, amount_paid, status, status_reason, is_credit, receipt };
  });
});

/** Debts of removed records of the same person, car or numbers; 404 `not_found`. */
export const debtsLeftBehind = async (db: Db, id: string, now: Date): Promise<LeftBehind[]> => {
  const former = await formerRecords(db, existing(await findDriver(db, id), 'driver'));
  const drivers = new Map((await driversById(db, pluck(former, 'id'))).map((driver) => [driver.id, driver]));
  const debts: LeftBehind[] = [];
  for (const { id: formerId, removed_at, shared } of former) {
    const driver = drivers.get(formerId);
    if (!driver) continue;
    const { owed } = await driverStanding(db, formerId, now);
    if (owed === '0.00') continue;
    const { driver_code } = driver;
    debts.push({ id: formerId, driver_code, fullname: fullName(driver), removed_on: today(removed_at), owed, shared });
  }
  return debts;
};
