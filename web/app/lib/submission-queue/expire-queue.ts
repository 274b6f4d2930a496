import { withoutDeadFacts } from './own-facts.ts';
import { afterSilence, isKeptNoMore, remainsOf, withoutFuture } from './queue-expiry.ts';
import { amendQueued, enqueue, listQueue, removeQueued } from './queue-store.ts';
import type { QueuedSubmission } from './queued-submission.ts';

/** Takes an item off this phone. The server has what it received; of any other form it stays known that there was one. */
const expire = (item: QueuedSubmission): Promise<void> =>
  item.state === 'received' ? removeQueued(item) : enqueue(remainsOf(item));

/** After a try that said nothing of the item: true when it waits on, false when it has been deleted. */
export const keepOn = async (item: QueuedSubmission, serverTime: Date | null): Promise<boolean> => {
  const kept = serverTime ? afterSilence(item, serverTime) : item;
  if (!kept) await expire(item);
  else if (kept !== item) await amendQueued(kept);
  return kept !== null;
};

/**
 * Deletes what was answered 30 days ago, and of a confirmation what a day makes useless. What still waits is left to whoever
 * sends.
 */
export const expireAnswered = async (now: Date): Promise<void> => {
  for (const item of await listQueue()) {
    if (item.state === 'expired') continue;
    const dated = withoutDeadFacts(withoutFuture(item, now), now);
    if (item.state !== 'waiting' && isKeptNoMore(dated, now)) await expire(dated);
    else if (dated !== item) await amendQueued(dated);
  }
};
