import { setTimeout as delay } from 'node:timers/promises';
import type { Sending } from './traffic.ts';

/** Paths of the feeds, and the header of their secret. */
export const TRACCAR_FEED = {
  position: '/api/feeds/traccar/positions',
  event: '/api/feeds/traccar/events',
  header: 'x-feed-secret',
} as const;

/** How many calls are on their way at once. */
const AT_ONCE = 32;

export type Sent = {
  sent: number;
  /** By their status: how many answers; `none` where none came. */
  answers: Map<string, number>;
  /** Places that the installation says it stored: none of a tracker that it does not know. */
  stored: number;
};

export type Receiver = {
  /** The installation's address, `http://localhost:3000`. */
  url: string;
  secret: string;
  /** Milliseconds between sendings; without it, each follows when the last was taken. */
  clock?: () => number;
  onProgress?: (sent: Sent) => void;
};

const storedOf = (answer: string): number => {
  try {
    const { stored } = JSON.parse(answer) as { stored?: unknown };
    return typeof stored === 'number' ? stored : 0;
  } catch {
    return 0;
  }
};

/** Sends one call; the status is `none` where no answer came. */
const sendToFeed = async ({ url, secret }: Pick<Receiver, 'url' | 'secret'>, { kind, body }: Sending) => {
  const headers = { 'content-type': 'application/json', [TRACCAR_FEED.header]: secret };
  try {
    const answer = await fetch(`${url}${TRACCAR_FEED[kind]}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: String(answer.status), stored: storedOf(await answer.text()) };
  } catch {
    return { status: 'none', stored: 0 };
  }
};

/** Sends all calls in their order, some at once. */
export const sendTraffic = async (sendings: Iterable<Sending>, receiver: Receiver): Promise<Sent> => {
  const done: Sent = { sent: 0, answers: new Map(), stored: 0 };
  const { clock, onProgress } = receiver;
  const next = sendings[Symbol.iterator]();
  const sendOn = async (): Promise<void> => {
    for (let { value, done: isEnd } = next.next(); !isEnd; { value, done: isEnd } = next.next()) {
      const sending = value as Sending;
      const wait = clock === undefined ? 0 : sending.at - clock();
      if (wait > 0) await delay(wait);
      const { status, stored } = await sendToFeed(receiver, sending);
      done.sent += 1;
      done.stored += stored;
      done.answers.set(status, (done.answers.get(status) ?? 0) + 1);
      onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  return done;
};
