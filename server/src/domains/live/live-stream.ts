import { Readable } from 'node:stream';
import { type LiveBegun, type LiveChange, topicsOf } from '@banbo/contract';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Follower } from './event-feed.ts';
import type { Position } from './events.repo.ts';

const ID_FORM = /^(\d{1,19})-(\d{1,18})$/;

/** The position that a stream's `Last-Event-ID` names; null for any other text. */
export const positionOf = (text: unknown): Position | null => {
  const [, xid, id] = (typeof text === 'string' && ID_FORM.exec(text)) || [];
  return xid === undefined || id === undefined ? null : { xid, id };
};

/** An event as a stream of server-sent events has it. */
const eventText = (name: string, last: Position | null, data: object): string =>
  `event: ${name}\n${last ? `id: ${last.xid}-${last.id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** A comment, which no reader hears of. */
const BEAT = ':\n\n';

/** Milliseconds between comments, by which each side notices that the other is gone, and proxies keep the stream open. */
const BEAT_MS = 15_000;
/** Milliseconds between looks at whether the caller may still listen. */
const CHECK_MS = 30_000;
/** Bytes that wait for a receiver who takes nothing; then it counts as gone. */
const MAX_WAITING = 64 * 1024;

type Options = {
  caller: Caller;
  /** The caller as they are now; null once they may not listen any more. */
  check: () => Promise<Caller | null>;
};

export type LiveStream = { stream: Readable; follower: Follower; end: () => void };

/**
 * The stream of one caller, who hears of the topics of their role. It ends when their session does, or they get another role;
 * while the database cannot say, it goes on, as there is no news either.
 */
export const liveStream = ({ caller, check }: Options): LiveStream => {
  const stream = new Readable({ read: () => {} });
  const known = new Set<string>(topicsOf(caller.role));
  let hasEnded = false;
  const write = (text: string): void => {
    if (hasEnded) return;
    stream.push(text);
    if (stream.readableLength > MAX_WAITING) stream.destroy();
  };
  const beat = setInterval(() => write(BEAT), BEAT_MS);
  const checks = setInterval(async () => {
    const now = await check().catch(() => caller);
    if (now?.role !== caller.role) end();
  }, CHECK_MS);
  const rest = (): void => {
    hasEnded = true;
    clearInterval(beat);
    clearInterval(checks);
  };
  const end = (): void => {
    if (!hasEnded) stream.push(null);
    rest();
  };
  stream.once('close', rest);
  return {
    stream,
    end,
    follower: {
      begun: (resumed, last) => write(eventText('begun', last, { resumed } satisfies LiveBegun)),
      changed: (topics, last) => {
        const own = topics.filter((topic) => known.has(topic));
        if (own.length > 0) write(eventText('changed', last, { topics: own } satisfies LiveChange));
      },
      missed: (last) => write(eventText('missed', last, {})),
      isGone: () => hasEnded,
    },
  };
};

/** Streams of one account: a tab that is looked at has one each. */
const OF_ACCOUNT = 12;
/** Streams of a server. Each weighs about as much as an idle connection, of which there may be four times as many. */
const OF_SERVER = 1_000;
const RETRY_SECONDS = 30;

const OWN = 'You have this open in too many windows: some of them do not change by themselves.';
const ALL = 'Too many people look at live pages at this moment.';
const ENDING = 'The server is being restarted. Please try again in a moment.';

/** The streams that are open, each with what ends it. */
type StreamPlaces = {
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
