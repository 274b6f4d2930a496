import { withoutDeadFacts } from './own-facts.ts';
import { afterSilence, isKeptNoMore, remainsOf, withoutFuture } from './queue-expiry.ts';
import { amendQueued, enqueue, listQueue, removeQueued } from './queue-store.ts';
import type { QueuedSubmission } from './queued-submission.ts';

/**
 * Deletes an item whose time is over. The server has received ones; of others a trace stays, which says that there was
 * a form.
 */
const expire = (item: QueuedSubmission): Promise<void> =>
  item.state === 'received' ? removeQueued(item) : enqueue(remainsOf(item));

/** Handles an item after a try without a result: true when it waits on, false when it has been deleted. */
export const keepOn = async (item: QueuedSubmission, serverTime: Date | null): Promise<boolean> => {
  const kept = serverTime ? afterSilence(item, serverTime) : item;
  if (!kept) await expire(item);
  else if (kept !== item) await amendQueued(kept);
  return kept !== null;
};

/**
 * Deletes items that were answered 30 days ago, and removes dead facts from confirmations after a day. Waiting items
 * are left to the next sending.
 */
export const expireAnswered = async (now: Date): Promise<void> => {
  for (const item of await listQueue()) {
    if (item.state === 'expired') continue;
    const dated = withoutDeadFacts(withoutFuture(item, now), now);
    if (item.state !== 'waiting' && isKeptNoMore(dated, now)) await expire(dated);
    else if (dated !== item) await amendQueued(dated);
  }
};
