import type { Tx } from '#db/database.ts';
import { creditOf } from '#domains/ledger';
import { statesOfDriver } from './driver-states.repo.ts';

/** Whether the books have an entry of a driver, whether a claim waits, and the credit that is left, in pesewas. */
export const moneyOf = async (
  tx: Tx,
  driverId: string,
): Promise<{ isBooked: boolean; waits: boolean; credit: bigint }> => {
  const states = await statesOfDriver(tx, driverId);
  return {
    isBooked: states.some((status) => status === 'cleared' || status === 'reversed'),
    waits: states.includes('submitted'),
    credit: (await creditOf(tx, [driverId])).get(driverId) ?? 0n,
  };
};
