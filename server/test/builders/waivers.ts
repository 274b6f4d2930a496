import { defaultRights, type StaffRole, type WaiverKind } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { handsBehindFees } from '#domains/clearance';
import { staffDirectory } from '#domains/identity';
import { waiverApprovals } from '#domains/payments';
import { grantApproval } from '../../src/domains/approvals/decide-approval.ts';
import { driverStanding } from '../../src/domains/payments/standing/member-standing.ts';
import { askWaiver } from '../../src/domains/payments/waivers/waive-fees.ts';

export type Signer = { id: string; role: StaffRole; login: string };

const callerOf = ({ id, role, login }: Signer) =>
  ({ accountId: id, ...defaultRights(role), login, requestId: 'builder', sessionId: '0' }) as const;

type Given = {
  driverId: string;
  kind: WaiverKind;
  /** How many of the oldest due fees. */
  count: number;
  reason: string;
  asker: Signer;
  /** Absent where it still waits. */
  approver?: Signer;
  now: Date;
};

/** Gives up the driver's oldest due fees, as two people would. False if fewer are missing. */
export const buildWaiver = async (tx: Tx, given: Given): Promise<boolean> => {
  const { driverId, kind, count, reason, asker, approver, now } = given;
  const { due } = await driverStanding(tx, driverId, now);
  const missing = due.filter((fee) => fee.missing !== '0.00');
  if (missing.length < count) return false;
  const fees = missing.slice(0, count).map(({ payment_type, payment_year, payment_month }) => ({
    payment_type,
    ...(payment_year !== null && { payment_year }),
    ...(payment_month !== null && { payment_month: payment_month as 'JANUARY' }),
  }));
  const waivers = waiverApprovals(handsBehindFees);
  const asked = { driverId, body: { kind, fees, reason } };
  const deps = { waivers, staff: staffDirectory };
  const { approval_id: id } = await askWaiver(tx, asked, { by: callerOf(asker), now }, deps);
  if (id === null || !approver) return true;
  const definitions = new Map(Object.values(waivers).map((one) => [one.kind, one]));
  await grantApproval(tx, { id, by: callerOf(approver), now }, { definitions, staff: staffDirectory });
  return true;
};
