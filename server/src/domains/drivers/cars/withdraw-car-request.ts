import type { Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockDrivers } from '../drivers.repo.ts';
import { personOfRequest } from './car-requests.repo.ts';
import { withdrawRequest } from './decide-car-request.ts';
import { ownCars } from './show-cars.ts';

/**
 * Withdraws a member's own request that waits, whichever of their cars it was made with; one that was withdrawn stays so.
 * Refused with 404 `not_found` for another person's request, and with 409 `conflict` once the office has decided.
 */
export const withdrawCarRequest = async (
  tx: Tx,
  id: string,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> => {
  const { signedIn } = await ownCars(tx, caller.accountId);
  // Of two at once, the second one finds it withdrawn.
  await lockDrivers(tx, [signedIn.person_id]);
  const request = await personOfRequest(tx, id);
  if (request?.person_id !== signedIn.person_id) throw new Refusal('not_found', 'There is no such request.');
  if (request.status !== 'withdrawn') await withdrawRequest(tx, id, { by: caller, now });
};
