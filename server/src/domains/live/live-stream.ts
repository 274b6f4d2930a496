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

/** The text of a server-sent event. */
const eventText = (name: string, last: Position | null, data: object): string =>
  `event: ${name}\n${last ? `id: ${last.xid}-${last.id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** A comment, which readers ignore. */
const BEAT = ':\n\n';

/** Milliseconds between comments, which keep proxies open and reveal a lost side. */
const BEAT_MS = 15_000;
/** Milliseconds between checks of the caller's session. */
const CHECK_MS = 30_000;
/** Unsent bytes after which a receiver counts as gone. */
const MAX_WAITING = 64 * 1024;

type Options = {
  caller: Caller;
  /** The caller's present state; null once they may not listen. */
  check: () => Promise<Caller | null>;
};

export type LiveStream = { stream: Readable; follower: Follower; end: () => void };

/**
 * The stream of one caller with the topics that they may hear of. It ends with their session, or
 * when their role or its permissions change; while the database is away it stays open, since no
 * events come either.
 */
export const liveStream = ({ caller, check }: Options): LiveStream => {
  const stream = new Readable({ read: () => {} });
  const known = new Set<string>(topicsOf(caller));
  let hasEnded = false;
  const write = (text: string): void => {
    if (hasEnded) return;
    stream.push(text);
    if (stream.readableLength > MAX_WAITING) stream.destroy();
  };
  const beat = setInterval(() => write(BEAT), BEAT_MS);
  const checks = setInterval(async () => {
    const now = await check().catch(() => caller);
    if (now?.role !== caller.role || `${now.permissions}` !== `${caller.permissions}`) end();
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

/** Streams per account: a visible tab has one. */
const OF_ACCOUNT = 12;
/** Streams per server; each costs about as much as an idle connection. */
const OF_SERVER = 1_000;
const RETRY_SECONDS = 30;

const OWN = 'You have this open in too many windows: some of them do not update by themselves.';
const ALL = 'Too many people have live pages open right now.';
const ENDING = 'The server is being restarted. Please try again in a moment.';

/** The open streams with their ends. */
type StreamPlaces = {
  /** Takes a place and gives its release; refuses with 429, or 503 while the server ends. */
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
