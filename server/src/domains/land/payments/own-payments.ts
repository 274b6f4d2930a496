import { formatMoney, type LandPaidRow, type TenantClaim } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { landClaim } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { ownTenant } from '../own/tenant-requests.ts';
import { feeOfRow, readPayer } from './land-payers.ts';

/** What the signed-in tenant pays. Refused as a row of the desk is; others' land is not found. */
export const ownFee = async (db: Db, by: Caller, row: LandPaidRow) => {
  const tenant = await ownTenant(db, by);
  return feeOfRow(db, await readPayer(db, { tenant_id: tenant.id }), row);
};

/** The claim of the signed-in tenant, whose `transaction_id` is the ID alone. */
export const judgeOwnClaim = async (
  db: Db,
  { network, ...claim }: TenantClaim,
  { by, now }: { by: Caller; now: Date },
) => {
  const fee = await ownFee(db, by, claim);
  return {
    fee,
    payment: await landClaim(
      db,
      { ...fee, transaction_id: claim.transaction_id, claimed_network: network ?? null },
      now,
    ),
  };
};

export const claimSent = ({ amount }: Pick<TenantClaim, 'amount'>): string =>
  `Thank you. Your payment of ${formatMoney(amount)} was sent and waits to be cleared.`;
