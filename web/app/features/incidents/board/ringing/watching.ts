import { getIncidentBoard, WATCHING_BEAT_SECONDS, watchBoard } from '@banbo/contract';
import { useEffect } from 'react';
import { call } from '~/lib/api/api.ts';
import { refreshReads } from '~/lib/api/query-client.ts';
import { keepTimeWhileHidden, steadyInterval } from '~/lib/live/steady-timer.ts';

/**
 * Tells the server every few seconds that a call for help is seen here, also while the page is
 * hidden. `heard` gets whether the person is on shift, and ends it by false.
 */
const keepWatching = (heard: (isOnShift: boolean) => Promise<unknown> | boolean): (() => void) => {
  const leaving = new AbortController();
  let isAsking = false;
  const tell = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const { is_on_shift } = await call(watchBoard, { signal: leaving.signal });
      if ((await heard(is_on_shift)) === false) stop();
    } catch {
      // The stream tells of a lost server; the next beat tries again.
    } finally {
      isAsking = false;
    }
  };
  keepTimeWhileHidden();
  const stop = steadyInterval(() => void tell(), WATCHING_BEAT_SECONDS * 1_000);
  void tell();
  return () => {
    stop();
    leaving.abort();
  };
};

/** Watches at the board, which is read anew where the server says otherwise than it. */
export const useWatching = (mayAnswer: boolean, isOnShift: boolean): void =>
  useEffect(() => {
    if (!mayAnswer) return;
    return keepWatching((is) => is === isOnShift || refreshReads(getIncidentBoard));
  }, [mayAnswer, isOnShift]);

/** Watches at any other page of the office, at each anew, while the person is on shift. */
export const useWatchingAt = (page: string, mayAnswer: boolean): void =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shift begins at another page
  useEffect(() => {
    if (!mayAnswer) return;
    return keepWatching((is) => is);
  }, [page, mayAnswer]);
