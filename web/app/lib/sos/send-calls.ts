import { type KeptCall, keepCall, listCalls, sentCall } from './kept-call.ts';
import { postCall, postFollow } from './post-call.ts';

/** Sends one waiting call. Returns false if it must be tried again. */
const sendOne = async (call: KeptCall): Promise<boolean> => {
  const outcome = await postCall(call);
  if (outcome.kind === 'unsent') return false;
  if (outcome.kind === 'refused') {
    await keepCall({ ...call, state: 'refused', message: outcome.message });
    return true;
  }
  await keepCall(sentCall(call));
  // Lost with this try only if the network goes again; the page then sends it on the next press.
  if (call.is_safe) await postFollow(call.secret, { is_safe: true });
  return true;
};

/**
 * Sends calls for help that wait on this phone, also from the service worker after the page was
 * closed. Returns how many are left. Sending twice is harmless, so nothing is locked.
 */
export const sendKeptCalls = async (): Promise<number> => {
  let left = 0;
  for (const call of await listCalls()) {
    // Without a car the call needs the session, which only the page has.
    if (call.state === 'waiting' && call.car && !(await sendOne(call))) left += 1;
  }
  return left;
};
