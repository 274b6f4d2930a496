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
};

const NOT_YET: BoardConnection = { state: 'connecting', ringing: [] };
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

const heardBoard = ({ ringing }: BoardSignal): void => {
  change({ ringing });
  void refreshReads(getIncidentBoard);
  void refreshReads(showIncident);
};

let current: AbortController | null = null;
let pages = 0;

/** Browsers freeze hidden pages to save power, but none that holds a lock. */
const stayAwake = (signal: AbortSignal): void => {
  const untilLeft = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  void navigator.locks?.request('banbo-board', { mode: 'shared' }, untilLeft);
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
  await keepStream(signal, {
    open: (attempt) => request(followBoard, { signal: attempt }),
    heard: ({ name, data }: StreamEvent) => {
      silence.heard();
      if (name === 'board') heardBoard(JSON.parse(data) as BoardSignal);
      // A server that began again has told nothing yet: `board` comes first.
      if (name !== 'begun' && connection.get().state !== 'live') change({ state: 'live' });
    },
    lost: () => !signal.aborted && change({ state: 'lost' }),
    alsoHidden: true,
    silenceMs: BOARD_LOST_SECONDS * 1_000,
    longestWaitMs: LONGEST_WAIT_MS,
  });
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

/** A page whose session ended rings on, at the page where people sign in. */
const leave = (): void => {
  current?.abort();
  current = null;
  if (currentSession() !== null) {
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
  follow(current.signal).catch(() => change({ state: 'lost' }));
};

/** Follows the board while a page shows it. */
export const useBoardStream = (): void =>
  useEffect(() => {
    pages += 1;
    if (current === null) begin();
    return () => {
      pages -= 1;
      if (pages === 0) leave();
    };
  }, []);
