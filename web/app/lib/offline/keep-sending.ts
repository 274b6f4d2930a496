import { sendQueue } from '../submission-queue/send-queue.ts';

const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 5 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the queue, and again after a while if something is left: phones often claim a network that they do not have.
 */
export const keepSending = async (wait = FIRST_WAIT_MS): Promise<void> => {
  clearTimeout(timer);
  const left = await sendQueue();
  // Another round may have begun meanwhile.
  clearTimeout(timer);
  if (left > 0) timer = setTimeout(() => void keepSending(Math.min(wait * 2, LONGEST_WAIT_MS)), wait);
};
