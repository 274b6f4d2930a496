import { getIncidentBoard, WATCHING_BEAT_SECONDS, watchBoard } from '@banbo/contract';
import { useEffect } from 'react';
import { call } from '~/lib/api/api.ts';
import { refreshReads } from '~/lib/api/query-client.ts';
import { keepTimeWhileHidden, steadyInterval } from '~/lib/live/steady-timer.ts';

/** Tells the server every few seconds that the page shows the board, also while it is hidden. */
export const useWatching = (mayAnswer: boolean, isOnShift: boolean): void =>
  useEffect(() => {
    if (!mayAnswer) return;
    const leaving = new AbortController();
    let isAsking = false;
    const tell = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      try {
        const said = await call(watchBoard, { signal: leaving.signal });
        if (said.is_on_shift !== isOnShift) await refreshReads(getIncidentBoard);
      } catch {
        // The stream tells of a lost server; the next beat tries again.
      } finally {
        isAsking = false;
      }
    };
    keepTimeWhileHidden();
    void tell();
    const stop = steadyInterval(() => void tell(), WATCHING_BEAT_SECONDS * 1_000);
    return () => {
      stop();
      leaving.abort();
    };
  }, [mayAnswer, isOnShift]);
