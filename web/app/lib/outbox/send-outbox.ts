import { expireAnswered, keepOn } from './expire-outbox.ts';
import type { OutboxItem } from './outbox-item.ts';
import { alone, listOutbox, putInOutbox } from './outbox-store.ts';
import { type Outcome, sendItem } from './send-item.ts';

/** A received item keeps its answer alone: what was sent is the server's now, and this may be a shared phone. */
const settled = (item: OutboxItem, outcome: Exclude<Outcome, { state: 'waiting' }>): OutboxItem => {
  const answered = { ...item, ...outcome, answeredAt: new Date().toISOString() };
  if (outcome.state !== 'received') return answered;
  const { photo: _photo, ...rest } = answered;
  return { ...rest, body: {}, form: null };
};

/**
 * Sends what waits, the oldest first; what has to be tried again holds up nothing behind it. Whoever else sends at the same
 * time, another tab or the service worker, waits and then finds it done. Gives the number that still waits. What has been
 * kept for 30 days is deleted; what waits only after late tries on two days by the server's clock.
 */
export const sendOutbox = (): Promise<number> =>
  alone(async () => {
    let left = 0;
    await expireAnswered(new Date());
    for (const item of await listOutbox()) {
      if (item.state !== 'waiting') continue;
      const outcome = await sendItem(item);
      if (outcome.state !== 'waiting') await putInOutbox(settled(item, outcome));
      else if (await keepOn(item, outcome.serverTime)) left += 1;
    }
    return left;
  });
