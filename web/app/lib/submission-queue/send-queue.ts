import { expireAnswered, keepOn } from './expire-queue.ts';
import { alone, enqueue, listQueue } from './queue-store.ts';
import type { QueuedSubmission } from './queued-submission.ts';
import { type Outcome, sendSubmission } from './send-submission.ts';

/** A received item keeps its answer alone: what was sent is the server's now, and this may be a shared phone. */
const settled = (item: QueuedSubmission, outcome: Exclude<Outcome, { state: 'waiting' }>): QueuedSubmission => {
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
export const sendQueue = (): Promise<number> =>
  alone(async () => {
    let left = 0;
    await expireAnswered(new Date());
    for (const item of await listQueue()) {
      if (item.state !== 'waiting') continue;
      const outcome = await sendSubmission(item);
      if (outcome.state !== 'waiting') await enqueue(settled(item, outcome));
      else if (await keepOn(item, outcome.serverTime)) left += 1;
    }
    return left;
  });
