import type { Tx } from '#db/database.ts';
import { closeMemberAccount } from '#domains/identity';
import { markRemoved, type Unpaid } from '../removal/removal.repo.ts';

export { lockUnpaid, setUnpaidSince } from '../removal/removal.repo.ts';

/** Removes unpaid registrations; staff can restore each of them. */
export const archiveDrivers = async (
  tx: Tx,
  drivers: readonly Unpaid[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> => {
  await markRemoved(
    tx,
    drivers.map(({ id }) => id),
    { now, reason },
  );
  for (const { account_id } of drivers) await closeMemberAccount(tx, account_id);
};
