import { followLive } from '@banbo/contract';
import { ApiError, noteSeenChange, request } from '../api/api.ts';
import { steadyTimeout } from './steady-timer.ts';

/** Milliseconds for which a hidden page still listens: people look away and back. */
const UNSEEN_MS = 20_000;

const isSeen = (): boolean => document.visibilityState !== 'hidden';

/** Resolves after the time, or once the network or the page returns, or on abort. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const unwait = steadyTimeout(() => end(), ms);
    const look = () => isSeen() && end();
    const end = (): void => {
      unwait();
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', end);
      resolve();
    };
    window.addEventListener('online', end);
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** Resolves once the page is visible, or on abort. */
const untilSeen = async (signal: AbortSignal): Promise<void> => {
  while (!isSeen() && !signal.aborted) await pause(UNSEEN_MS, signal);
};

/**
 * A signal that aborts with the given one, by `end`, or, unless `alsoHidden`, when the page has
 * been hidden for a while. Browsers allow six connections to a server for all tabs: hidden tabs
 * would block visible ones.
 */
const whileSeen = (given: AbortSignal, alsoHidden: boolean): { signal: AbortSignal; end: () => void } => {
  const own = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (!isSeen()) timer = setTimeout(end, UNSEEN_MS);
  };
  const end = (): void => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    given.removeEventListener('abort', end);
    own.abort();
  };
  if (!alsoHidden) document.addEventListener('visibilitychange', look);
  given.addEventListener('abort', end);
  if (given.aborted) end();
  return { signal: own.signal, end };
};

/** An event of a stream. A comment, which shows that the server is alive, has an empty name. */
export type StreamEvent = { name: string; id: string | null; data: string };

const eventOf = (text: string): StreamEvent => {
  const event: StreamEvent = { name: '', id: null, data: '' };
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const [field, value] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trimStart()];
    if (field === 'event') event.name = value;
    if (field === 'id') event.id = value;
    if (field === 'data') event.data += value;
  }
  return event;
};

/** Reads our server's events: lines end in a line feed, and data has one line. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) yield eventOf(event);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Milliseconds of silence after which a stream is lost; the server speaks every 15 seconds. */
const SILENCE_MS = 40_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Half to all of a wait that doubles, so that tabs do not come back at the same moment. */
const waitAfter = (failures: number, longest: number): number =>
  Math.min(longest, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);

const isOver = (error: unknown): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403);

type Hears = { begun: (resumed: boolean) => void; changed: (topics: readonly string[]) => void; lost: () => void };

/** Reports an event; after lost events anything may have changed. */
const tell = ({ name, data }: StreamEvent, hears: Hears): void => {
  if (name === 'begun') hears.begun((JSON.parse(data) as { resumed: boolean }).resumed);
  if (name === 'changed') hears.changed((JSON.parse(data) as { topics: string[] }).topics);
  if (name === 'missed') hears.begun(false);
};

/** A stream as its reader knows it: how to open it, and who hears its events and its losses. */
export type Streamed = {
  open: (signal: AbortSignal, lastEventId: string | null) => Promise<Response>;
  heard: (event: StreamEvent) => void;
  lost: () => void;
  /** True for a stream that goes on while the page is hidden. */
  alsoHidden?: boolean;
  /** Milliseconds of silence after which the stream is lost. */
  silenceMs?: number;
  /** The longest wait between two tries, in milliseconds. */
  longestWaitMs?: number;
};

/**
 * Keeps a stream open until the signal aborts or the session ends, by default only while the page
 * is visible. Reconnects after each loss, from the last event on.
 */
export const keepStream = async (
  signal: AbortSignal,
  { open, heard, lost, alsoHidden = false, silenceMs = SILENCE_MS, longestWaitMs = LONGEST_WAIT_MS }: Streamed,
): Promise<void> => {
  let lastEventId: string | null = null;
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (!alsoHidden) await untilSeen(signal);
    const attempt = whileSeen(signal, alsoHidden);
    let unwait = (): void => undefined;
    const isThere = (): void => {
      unwait();
      unwait = steadyTimeout(attempt.end, silenceMs);
    };
    try {
      isThere();
      const { body } = await open(attempt.signal, lastEventId);
      if (!body) return;
      for await (const event of readEvents(body)) {
        isThere();
        failures = 0;
        if (event.name === 'begun' || event.id !== null) lastEventId = event.id;
        if (event.name !== '') noteSeenChange();
        heard(event);
      }
    } catch (error) {
      if (isOver(error)) return lost();
    } finally {
      unwait();
      attempt.end();
    }
    if (signal.aborted) return;
    lost();
    await pause(waitAfter(failures, longestWaitMs), signal);
  }
};

/** Follows changes until the signal aborts or the session ends, while the page is visible. */
export const follow = (signal: AbortSignal, hears: Hears): Promise<void> =>
  keepStream(signal, {
    open: (attempt, lastEventId) => request(followLive, { lastEventId, signal: attempt }),
    heard: (event) => tell(event, hears),
    lost: hears.lost,
  });
