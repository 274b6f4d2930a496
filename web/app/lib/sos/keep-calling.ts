import { sendKeptCalls } from './send-calls.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends calls for help that wait on this phone, from any page of the site, and again until none is
 * left. The emergency page itself tries more often.
 */
export const keepCalling = async (wait = FIRST_WAIT_MS): Promise<void> => {
  clearTimeout(timer);
  const left = await sendKeptCalls().catch(() => 0);
  clearTimeout(timer);
  if (left > 0) timer = setTimeout(() => void keepCalling(Math.min(wait * 2, LONGEST_WAIT_MS)), wait);
};
