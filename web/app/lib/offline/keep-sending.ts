import { sendQueue } from '../submission-queue/send-queue.ts';

const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 5 * 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, and again after a while if some of it still does: a phone often claims a network it has not. */
export const keepSending = async (wait = FIRST_WAIT_MS): Promise<void> => {
  clearTimeout(timer);
  const left = await sendQueue();
  // Another round may have begun meanwhile.
  clearTimeout(timer);
  if (left > 0) timer = setTimeout(() => void keepSending(Math.min(wait * 2, LONGEST_WAIT_MS)), wait);
};
