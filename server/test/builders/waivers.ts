import type { WaiverKind } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { recordsOfMoney } from '#domains/clearance';
import { staffDirectory } from '#domains/identity';
import { waiverApprovals } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { driverStanding } from '../../src/domains/payments/standing/member-standing.ts';
import { askWaiver } from '../../src/domains/payments/waivers/waive-fees.ts';
import { buildApproval } from './approvals.ts';

type Given = {
  driverId: string;
  kind: WaiverKind;
  /** How many of the oldest due fees. */
  count: number;
  reason: string;
  asker: Caller;
  /** Absent where it still waits. */
  approver?: Caller;
  now: Date;
};

/** Gives up the driver's oldest due fees, as two people would. */
export const buildWaiver = async (tx: Tx, given: Given): Promise<void> => {
  const { driverId, kind, count, reason, asker, approver, now } = given;
  const { due } = await driverStanding(tx, driverId, now);
  const missing = due.filter((fee) => fee.missing !== '0.00');
  const fees = missing.slice(0, count).map(({ payment_type, payment_year, payment_month }) => ({
    payment_type,
    ...(payment_year !== null && { payment_year }),
    ...(payment_month !== null && { payment_month: payment_month as 'JANUARY' }),
  }));
  const waivers = waiverApprovals(recordsOfMoney);
  const asked = { driverId, body: { kind, fees, reason } };
  const deps = { waivers, staff: staffDirectory };
  const { approval_id: id } = await askWaiver(tx, asked, { by: asker, now }, deps);
  if (id !== null && approver) await buildApproval(tx, id, waivers[kind], { by: approver, now });
};

/** The drivers who owe two fees at least, with something missing of each. */
export const owingAmong = async (tx: Tx, drivers: readonly { id: string }[], now: Date) => {
  const owing: { id: string }[] = [];
  for (const driver of drivers) {
    const { due } = await driverStanding(tx, driver.id, now);
    if (due.length > 1 && due.every(({ missing }) => missing !== '0.00')) owing.push(driver);
  }
  return owing;
};
