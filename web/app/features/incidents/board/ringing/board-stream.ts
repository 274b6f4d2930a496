import { BOARD_LOST_SECONDS, type BoardSignal, followBoard, getIncidentBoard, showIncident } from '@banbo/contract';
import { useEffect } from 'react';
import { request } from '~/lib/api/api.ts';
import { refreshReads } from '~/lib/api/query-client.ts';
import { keepStream, type StreamEvent } from '~/lib/live/follow.ts';
import { keepTimeWhileHidden, steadyInterval } from '~/lib/live/steady-timer.ts';
import { leftBoard } from '~/lib/session/left-board.ts';
import { currentSession, onSessionChange } from '~/lib/session/session-store.ts';
import { sharedValue, useShared } from '~/lib/shared-value.ts';
import { callInTab, notifyOf, type Ringing } from './attention.ts';
import { ringFor } from './siren.ts';

/** Tells by the time since the last sign of life whether a stream is lost. */
export const lostAfter = (ms: number, now = () => performance.now()) => {
  let last = now();
  return {
    heard: (): void => {
      last = now();
    },
    isLost: (): boolean => now() - last >= ms,
  };
};

/** `ended`: the session or the permission ended, and nothing is told any more. */
export type BoardConnection = {
  state: 'connecting' | 'live' | 'lost' | 'ended';
  /** The calls that ring at this page, as it was last told. */
  ringing: readonly Ringing[];
  /** The server's time of that, and this page's in ms. */
  at: string | undefined;
  heardAt: number;
};

const NOT_YET: BoardConnection = { state: 'connecting', ringing: [], at: undefined, heardAt: 0 };
const connection = sharedValue<BoardConnection>(NOT_YET);
export const useBoardConnection = (): BoardConnection => useShared(connection);

/** Milliseconds at most between two tries: somebody may call for help meanwhile. */
const LONGEST_WAIT_MS = 2_500;
const LOOK_MS = 1_000;

const change = (next: Partial<BoardConnection>): void => {
  const now = { ...connection.get(), ...next };
  connection.set(now);
  const isLost = now.state === 'lost' || now.state === 'ended';
  ringFor(now.ringing.map(({ grade }) => grade));
  callInTab({ ringing: now.ringing, isLost });
  notifyOf(now.ringing);
};

const heardBoard = ({ at, ringing }: BoardSignal): void => {
  change({ ringing, at, heardAt: Date.now() });
  void refreshReads(getIncidentBoard);
  void refreshReads(showIncident);
};

let current: AbortController | null = null;
let pages = 0;
let boards = 0;

/** Browsers freeze hidden pages to save power, but none that holds a lock. */
const stayAwake = (signal: AbortSignal): void => {
  const untilLeft = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  void navigator.locks?.request('banbo-board', { mode: 'shared' }, untilLeft);
};

type Read = (tell: (event: StreamEvent) => void) => Promise<void>;

/**
 * Has one tab of the person's read the stream and tell the others: a browser opens six connections
 * to a server at most, for all tabs. The next tab goes on where that one is closed.
 */
const betweenTabs = async (signal: AbortSignal, heard: (event: StreamEvent) => void, read: Read): Promise<void> => {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return read(() => undefined);
  const name = `banbo-board-${currentSession()?.user ?? ''}`;
  const tabs = new BroadcastChannel(name);
  let last: StreamEvent | null = null;
  tabs.onmessage = ({ data }: MessageEvent<StreamEvent | 'ask'>) => {
    if (data !== 'ask') heard(data);
    else if (last) tabs.postMessage(last);
  };
  tabs.postMessage('ask');
  const readAndTell = () =>
    read((event) => {
      if (event.name === 'board') last = event;
      tabs.postMessage(event);
    });
  try {
    await navigator.locks.request(name, { signal }, readAndTell);
  } finally {
    tabs.close();
  }
};

/** Follows what rings until the signal aborts. A loss is noticed by silence, too. */
const follow = async (signal: AbortSignal): Promise<void> => {
  keepTimeWhileHidden();
  stayAwake(signal);
  const silence = lostAfter(BOARD_LOST_SECONDS * 1_000);
  const unlook = steadyInterval(() => {
    if (silence.isLost() && connection.get().state !== 'ended') change({ state: 'lost' });
  }, LOOK_MS);
  signal.addEventListener('abort', unlook);
  const heard = ({ name, data }: StreamEvent): void => {
    silence.heard();
    if (name === 'board') heardBoard(JSON.parse(data) as BoardSignal);
    // A server that began again has told nothing yet: `board` comes first.
    if (name !== 'begun' && connection.get().state !== 'live') change({ state: 'live' });
  };
  await betweenTabs(signal, heard, (tell) =>
    keepStream(signal, {
      open: (attempt) => request(followBoard, { signal: attempt }),
      heard: (event) => {
        heard(event);
        tell(event);
      },
      lost: () => !signal.aborted && change({ state: 'lost' }),
      alsoHidden: true,
      silenceMs: BOARD_LOST_SECONDS * 1_000,
      longestWaitMs: LONGEST_WAIT_MS,
    }),
  );
  unlook();
  if (!signal.aborted) change({ state: 'ended' });
};

const quiet = (): void => {
  connection.set(NOT_YET);
  ringFor([]);
  callInTab({ ringing: [], isLost: false });
  notifyOf([]);
};

/** Milliseconds that the board has to open after a sign-in. */
const HANDED_OVER_MS = 15_000;

/** A board or a call for help whose session ended rings on, at the page where people sign in. */
const leave = (wasBoard: boolean): void => {
  current?.abort();
  current = null;
  if (currentSession() !== null || (!wasBoard && connection.get().ringing.length === 0)) {
    quiet();
    return;
  }
  change({ state: 'ended' });
  leftBoard.set({ ringing: connection.get().ringing.length, silence: quiet });
  const unfollow = onSessionChange(() => {
    unfollow();
    leftBoard.set(null);
    // The board takes the ringing over where it opens again.
    setTimeout(() => current === null && quiet(), HANDED_OVER_MS);
  });
};

const begin = (): void => {
  current = new AbortController();
  leftBoard.set(null);
  change({ state: 'connecting' });
  const { signal } = current;
  follow(signal).catch(() => !signal.aborted && change({ state: 'lost' }));
};

/** Follows what rings while a page needs it; `isBoard` for the emergency board itself. */
export const useBoardStream = (isWanted: boolean, isBoard = false): void =>
  useEffect(() => {
    if (!isWanted) return;
    pages += 1;
    if (isBoard) boards += 1;
    if (current === null) begin();
    return () => {
      pages -= 1;
      const wasBoard = boards > 0;
      // A session that ends takes the board and the frame around it away, in this order.
      if (isBoard && currentSession() !== null) boards -= 1;
      if (pages > 0) return;
      boards = 0;
      leave(wasBoard);
    };
  }, [isWanted, isBoard]);
