import type { OutboxItem } from './outbox-item.ts';
import { alone, listOutbox, putInOutbox } from './outbox-store.ts';
import { type Outcome, sendItem } from './send-item.ts';

/** A received item keeps its answer alone: what was sent is the server's now, and this may be a shared phone. */
const settled = (item: OutboxItem, outcome: NonNullable<Outcome>): OutboxItem => {
  if (outcome.state !== 'received') return { ...item, ...outcome };
  const { photo: _photo, ...rest } = item;
  return { ...rest, ...outcome, body: {}, form: null };
};

/**
 * Sends what waits, the oldest first; what has to be tried again holds up nothing behind it. Whoever else sends at the same
 * time, another tab or the service worker, waits and then finds it done. Gives the number that still waits.
 */
export const sendOutbox = (): Promise<number> =>
  alone(async () => {
    let left = 0;
    for (const item of await listOutbox()) {
      if (item.state !== 'waiting') continue;
      const outcome = await sendItem(item);
      if (outcome) await putInOutbox(settled(item, outcome));
      else left += 1;
    }
    return left;
  });
