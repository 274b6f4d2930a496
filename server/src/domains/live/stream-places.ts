import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** Streams of one account: a tab that is looked at has one each. */
const OF_ACCOUNT = 12;
/** Streams of a server. Each weighs about as much as an idle connection, of which there may be four times as many. */
const OF_SERVER = 1_000;
const RETRY_SECONDS = 30;

const OWN = 'You have this open in too many windows: some of them do not change by themselves.';
const ALL = 'Too many people look at live pages at this moment.';
const ENDING = 'The server is being restarted. Please try again in a moment.';

/** The streams that are open, each with what ends it. */
export type StreamPlaces = {
  /**
   * Takes a place and gives what frees it; refuses with 429, or 503 while the server ends, and tells `retryIn` the seconds after
   * which another try is worth it.
   */
  take: (caller: Pick<Caller, 'accountId'>, retryIn: (seconds: number) => void, end: () => void) => () => void;
  /** Ends all streams, and refuses any more. */
  endAll: () => void;
};

export const streamPlaces = (): StreamPlaces => {
  const open = new Map<() => void, string>();
  let isEnding = false;
  const refuse = (retryIn: (seconds: number) => void, message: string): never => {
    retryIn(isEnding ? 1 : RETRY_SECONDS);
    throw new Refusal(isEnding ? 'busy' : 'too_many_requests', message);
  };
  return {
    take: ({ accountId }, retryIn, end) => {
      if (isEnding) refuse(retryIn, ENDING);
      const own = [...open.values()].filter((one) => one === accountId).length;
      if (own >= OF_ACCOUNT) refuse(retryIn, OWN);
      if (open.size >= OF_SERVER) refuse(retryIn, ALL);
      open.set(end, accountId);
      return () => open.delete(end);
    },
    endAll: () => {
      isEnding = true;
      for (const end of open.keys()) end();
    },
  };
};
