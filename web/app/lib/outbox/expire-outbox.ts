import { afterSilence, isKeptNoMore, remainsOf, withoutFuture } from './outbox-expiry.ts';
import type { OutboxItem } from './outbox-item.ts';
import { amendInOutbox, dropFromOutbox, listOutbox, putInOutbox } from './outbox-store.ts';
import { withoutDeadFacts } from './own-facts.ts';

/** Takes an item off this phone. The server has what it received; of any other form it stays known that there was one. */
const expire = (item: OutboxItem): Promise<void> =>
  item.state === 'received' ? dropFromOutbox(item) : putInOutbox(remainsOf(item));

/** After a try that said nothing of the item: true when it waits on, false when it has been deleted. */
export const keepOn = async (item: OutboxItem, serverTime: Date | null): Promise<boolean> => {
  const kept = serverTime ? afterSilence(item, serverTime) : item;
  if (!kept) await expire(item);
  else if (kept !== item) await amendInOutbox(kept);
  return kept !== null;
};

/**
 * Deletes what was answered 30 days ago, and of a confirmation what a day makes useless. What still waits is left to whoever
 * sends.
 */
export const expireAnswered = async (now: Date): Promise<void> => {
  for (const item of await listOutbox()) {
    if (item.state === 'expired') continue;
    const dated = withoutDeadFacts(withoutFuture(item, now), now);
    if (item.state !== 'waiting' && isKeptNoMore(dated, now)) await expire(dated);
    else if (dated !== item) await amendInOutbox(dated);
  }
};
