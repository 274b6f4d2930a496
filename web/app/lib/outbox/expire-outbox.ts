import { isKeptNoMore, remainsOf, withoutFuture } from './outbox-expiry.ts';
import type { OutboxItem } from './outbox-item.ts';
import { amendInOutbox, dropFromOutbox, listOutbox, putInOutbox } from './outbox-store.ts';

/** Takes an item off this phone. The server has what it received; of any other form it stays known that there was one. */
export const expire = (item: OutboxItem): Promise<void> =>
  item.state === 'received' ? dropFromOutbox(item) : putInOutbox(remainsOf(item));

/** Deletes what was answered 30 days ago. What still waits is left to whoever sends, who tries once more before. */
export const expireAnswered = async (now: Date): Promise<void> => {
  for (const item of await listOutbox()) {
    if (item.state === 'expired') continue;
    const dated = withoutFuture(item, now);
    if (dated !== item) await amendInOutbox(dated);
    else if (item.state !== 'waiting' && isKeptNoMore(item, now)) await expire(item);
  }
};
