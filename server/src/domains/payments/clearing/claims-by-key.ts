import { feeName, type PaymentStatus } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { owners } from '#domains/drivers';
import { describeTypes, presentFee } from '../standing/fee-names.ts';
import { findClaimsByKey } from './claim-cases.repo.ts';

/** The claim that holds a transaction ID, waiting or cleared, in words. */
export type ClaimByKey = {
  status: PaymentStatus;
  amount: string;
  driverId: string;
  /** It waits while its fee is paid otherwise. */
  isPaid: boolean;
  /** Another driver sent its transaction ID too. */
  isDisputed: boolean;
  /** Its fee, where it is paid once: of two claims with the same one, only one is cleared. */
  feePaidOnce: string | null;
  /** Its driver with the driver code, and its fee, in words. */
  name: string;
};

/** Claims by transaction key: an ID without zeros before digits. */
export const claimsByKey = async (db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, ClaimByKey>> => {
  if (keys.length === 0) return new Map();
  const claims = await findClaimsByKey(db, keys, owners);
  const describe = await describeTypes(db);
  return new Map(
    claims.map((claim) => {
      const {
        key,
        status,
        amount,
        is_paid,
        is_disputed,
        driver_id: driverId,
        driver_code,
        first_name,
        last_name,
      } = claim;
      const fee = feeName(presentFee(claim, describe(claim.type_code)));
      const name = `${first_name} ${last_name} (${driver_code}), ${fee}`;
      const feePaidOnce =
        claim.period === 'any'
          ? null
          : [driver_code, claim.type_code, claim.payment_year, claim.payment_month].join(' ');
      return [key, { status, amount, driverId, isPaid: is_paid, isDisputed: is_disputed, feePaidOnce, name }];
    }),
  );
};
