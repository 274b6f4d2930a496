import type { OutboxItem } from './outbox-item.ts';
import { alone, findInOutbox, listOutbox, putInOutbox } from './outbox-store.ts';
import { type Outcome, sendItem } from './send-item.ts';

/** A received item keeps its answer alone: what was sent is the server's now, and this may be a shared phone. */
const settled = (item: OutboxItem, outcome: NonNullable<Outcome>): OutboxItem => {
  if (outcome.state !== 'received') return { ...item, ...outcome };
  const { photo: _photo, ...rest } = item;
  return { ...rest, ...outcome, body: {}, form: null };
};

/**
 * Sends what waits, the oldest first, and stops at the first that has to be tried again. Whoever else sends at the same
 * time, another tab or the service worker, waits and then finds it done. Gives the number that still waits.
 */
export const sendOutbox = (): Promise<number> =>
  alone(async () => {
    const waiting = (await listOutbox()).filter((item) => item.state === 'waiting');
    let sent = 0;
    for (const { key } of waiting) {
      const item = await findInOutbox(key);
      const outcome = item ? await sendItem(item) : null;
      if (!item || !outcome) break;
      await putInOutbox(settled(item, outcome));
      sent += 1;
    }
    return waiting.length - sent;
  });
