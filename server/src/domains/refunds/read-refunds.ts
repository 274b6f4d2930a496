import {
  fromPesewas,
  fullName,
  landRefundList,
  type OwnRefund,
  type PayerSide,
  REFUND_STATUSES,
  type Refundable,
  type RefundRecord,
  type RefundRow,
  type RefundSource,
  refundList,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { judgeHands, type StaffHolders, waitingApproval } from '#domains/approvals';
import { driversWithMoney, transfersById, transfersNamed } from '#domains/clearance';
import { driversNamed, keptRecord, ownersById, recordAndMerged } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import { landPayersOf, ownDriver } from '#domains/payments';
import { receiptsOfRecords, subjectsNamed } from '#domains/receipts';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { payoutOf } from './pay-refund.ts';
import { REFUND_SIDES } from './refund-sides.ts';
import { SOURCES } from './refund-sources.ts';
import {
  driversWithRefunds,
  landRefundSql,
  listedRefund,
  type Refund,
  refundSql,
  refundsOfDriver,
} from './refunds.repo.ts';
import { owedBelowZero } from './settle-owed.ts';

const present = async (db: Db, rows: readonly Refund[], { named }: StaffHolders): Promise<RefundRow[]> => {
  const people = await named(
    db,
    rows.flatMap(({ asked_by, approved_by, ended_by }) => [asked_by, approved_by, ended_by]),
  );
  const drivers = await ownersById(db, presentOf(pluck(rows, 'driver_id')));
  const transfers = new Map(
    (await transfersById(db, presentOf(pluck(rows, 'transfer_id')))).map((one) => [one.id, one]),
  );
  const ofLand = presentOf(rows.filter(({ side }) => side === 'land').map(({ payment_id }) => payment_id));
  const payers = await landPayersOf(db, ofLand);
  const receipts = await receiptsOfRecords(db, { ids: ofLand });
  const numbers = new Map(receipts.map(({ subject_id, number }) => [subject_id, number]));
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id)?.fullname ?? ''));
  return rows.map(
    ({ driver_id, asked_by, approved_by, ended_by, asked_at, approved_at, ended_at, owed_at, settled_at, ...row }) => {
      const driver = driver_id === null ? undefined : drivers.get(driver_id);
      return {
        ...row,
        driver_code: driver?.driver_code ?? null,
        fullname: driver ? fullName(driver) : (payers.get(row.payment_id ?? '')?.name ?? null),
        receipt_id: row.payment_id === null ? null : (numbers.get(row.payment_id) ?? null),
        transaction_id: row.transfer_id === null ? null : (transfers.get(row.transfer_id)?.transaction_id ?? null),
        asked_by: nameOf(asked_by) ?? '',
        asked_at: asked_at.toISOString(),
        approved_by: nameOf(approved_by),
        approved_at: approved_at?.toISOString() ?? null,
        ended_by: nameOf(ended_by),
        ended_at: ended_at?.toISOString() ?? null,
        owed_at: owed_at?.toISOString() ?? null,
        settled_at: settled_at?.toISOString() ?? null,
      };
    },
  );
};

export const refundSource = (staff: StaffHolders) =>
  listSource(refundList, refundSql(driversNamed), (rows, db) => present(db, rows, staff));

export const landRefundSource = (staff: StaffHolders) =>
  listSource(
    landRefundList,
    landRefundSql({ payments: (text) => subjectsNamed('land payment', text), transfers: transfersNamed }),
    (rows, db) => present(db, rows, staff),
  );

/** The part of a refund that is owed back today, as the books have it. */
const stillOwed = async (db: Db, { driver_id, amount, owed_at, settled_at }: Refund): Promise<string> => {
  if (owed_at === null || settled_at !== null) return '0.00';
  if (driver_id === null) return amount;
  const kept = await keptRecord(db, driver_id);
  return fromPesewas(owedBelowZero(amount, (await creditOf(db, [kept])).get(kept) ?? 0n));
};

/** A refund of a side's list, with its approval and what keeps the caller from paying; or null. */
export const showRefund = async (
  db: Db,
  { id, side, by, now }: { id: string; side: PayerSide; by: Author; now: Date },
  staff: StaffHolders,
): Promise<RefundRecord | null> => {
  const refund = await listedRefund(db, id, side);
  const [row] = refund ? await present(db, [refund], staff) : [];
  if (!row || !refund) return null;
  const { approval, writeOffApproval } = REFUND_SIDES[row.side];
  const kind = row.owed_at === null ? approval : writeOffApproval;
  const waiting = await waitingApproval(db, { kind, subjectId: id });
  const judged = row.status === 'approved' ? await judgeHands(db, payoutOf(refund, { by, now }), staff) : 'free';
  return {
    ...row,
    approval_id: waiting?.id ?? null,
    still_owed: await stillOwed(db, refund),
    payout_hindrance: judged instanceof Refusal ? judged.message : null,
  };
};

const DAY_MS = 86_400_000;

/** The most that could be given back now, or why nothing can. Refused with 404 `not_found`. */
export const showRefundable = async (
  db: Db,
  { query: { from, id }, side, now }: { query: { from: RefundSource; id: string }; side: PayerSide; now: Date },
): Promise<Refundable> => {
  try {
    const { most, unsure, paid_on } = await SOURCES[from].find(db, id, side);
    const days_ago = paid_on === null ? null : (Date.parse(today(now)) - Date.parse(paid_on)) / DAY_MS;
    return { most: fromPesewas(most), paid_on, days_ago, unsure: fromPesewas(unsure), hindrance: null };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict')
      return { most: '0.00', paid_on: null, days_ago: null, unsure: '0.00', hindrance: error.message };
    throw error;
  }
};

const MOST_OWN = 50;

/** The member's refunds that are to be paid or were, of one of their cars. */
export const ownRefunds = async (
  db: Db,
  { accountId, driverCode }: { accountId: string; driverCode?: string | undefined },
): Promise<OwnRefund[]> => {
  const { id } = await ownDriver(db, accountId, driverCode);
  const asked = { driverIds: await recordAndMerged(db, id), states: ['approved', 'paid'], limit: MOST_OWN } as const;
  return (await refundsOfDriver(db, asked)).flatMap(({ status, approved_at, ...refund }) => {
    if ((status !== 'approved' && status !== 'paid') || approved_at === null) return [];
    const { amount, mode, paid_to, reference, paid_on } = refund;
    const at = approved_at.toISOString();
    return [{ id: refund.id, amount, status, approved_at: at, mode, paid_to, reference, paid_on }];
  });
};

/** More than anybody was ever given back. */
const MOST_HELD = 1_000;

/** All refunds of a driver, with those of records that were merged into theirs. */
export const allRefundsOf = async (db: Db, driverId: string): Promise<Refund[]> =>
  refundsOfDriver(db, { driverIds: await recordAndMerged(db, driverId), states: REFUND_STATUSES, limit: MOST_HELD });

/** True while a refund of the driver waits or is to be paid. */
export const hasOpenRefund = async (db: Db, driverId: string): Promise<boolean> => {
  const states = ['asked', 'approved'] as const;
  return (await refundsOfDriver(db, { driverIds: await recordAndMerged(db, driverId), states, limit: 1 })).length > 0;
};

/** Filters the drivers to those with a payment, claim, prompt or refund in any state. */
export const driversInvolved = async (db: Db, driverIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...(await driversWithMoney(db, driverIds)), ...(await driversWithRefunds(db, driverIds))]);
