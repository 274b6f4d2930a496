import { Readable } from 'node:stream';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';

/** The text of a server-sent event. */
export const eventText = (name: string, id: string | null, data: object): string =>
  `event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The headers of a stream of events. A kept connection would delay the server's end. */
export const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
  connection: 'close',
} as const;

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
  /** Unsent bytes after which the receiver counts as gone; 64 KiB when absent. */
  mostWaiting?: number;
};

let openStreams = 0;

/** The streams of events that this process has open, of all kinds. */
export const countOpenStreams = (): number => openStreams;

export type CallerStream = {
  stream: Readable;
  write: (text: string) => void;
  /** True while what was written has not been taken. */
  isBehind: () => boolean;
  isGone: () => boolean;
  end: () => void;
};

/**
 * The stream of one caller. It ends with their session, or when their role or its permissions
 * change; while the database is away it stays open, since no events come either.
 */
export const callerStream = ({ caller, check, mostWaiting = MAX_WAITING }: Options): CallerStream => {
  const stream = new Readable({ read: () => {} });
  openStreams += 1;
  stream.once('close', () => {
    openStreams -= 1;
  });
  let hasEnded = false;
  const write = (text: string): void => {
    if (hasEnded) return;
    stream.push(text);
    if (stream.readableLength > mostWaiting) stream.destroy();
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
  return { stream, write, isBehind: () => stream.readableLength > 0, isGone: () => hasEnded, end };
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

type Placed = Options & {
  places: StreamPlaces;
  /** Called with seconds before a refusal for too many streams. */
  retryIn: (seconds: number) => void;
};

/** A caller's stream with a place. Refuses with 429 beside many others, or 503 at the end. */
export const placedStream = ({ places, retryIn, ...options }: Placed): CallerStream => {
  const opened = callerStream(options);
  try {
    opened.stream.once('close', places.take(options.caller, retryIn, opened.end));
  } catch (error) {
    opened.stream.destroy();
    throw error;
  }
  return opened;
};
