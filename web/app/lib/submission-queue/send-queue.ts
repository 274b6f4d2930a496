import { expireAnswered, keepOn } from './expire-queue.ts';
import { alone, enqueue, listQueue } from './queue-store.ts';
import type { QueuedSubmission } from './queued-submission.ts';
import { type Outcome, sendSubmission } from './send-submission.ts';

/** A received item keeps only its answer: the server has the rest, and this may be a shared phone. */
const settled = (item: QueuedSubmission, outcome: Exclude<Outcome, { state: 'waiting' }>): QueuedSubmission => {
  const answered = { ...item, ...outcome, answeredAt: new Date().toISOString() };
  if (outcome.state !== 'received') return answered;
  const { photo: _photo, ...rest } = answered;
  return { ...rest, body: {}, form: null };
};

/**
 * Sends the queue, the oldest first; an item that fails does not hold up the others. Another tab or the service worker
 * that sends at the same time waits, and then finds it done. Answers the number that still waits. Items are deleted
 * after 30 days; waiting ones only after late tries on two days by the server's clock.
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
