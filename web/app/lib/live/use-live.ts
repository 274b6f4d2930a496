import type { LiveTopic } from '@banbo/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { liveState, onLive, onLiveState, type StreamState } from './connection.ts';

/** Milliseconds between two calls of a listener, so that a hundred claims are read together. */
const CALM_MS = 2_000;

/** Calls `changed` when data of the topics may have changed, at most every two seconds. */
export const useLive = (topics: readonly LiveTopic[], changed: () => unknown): void => {
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  const names = topics.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsked = false;
    const call = (): void => {
      if (timer !== undefined) {
        isAsked = true;
        return;
      }
      latest.current();
      timer = setTimeout(() => {
        timer = undefined;
        const again = isAsked;
        isAsked = false;
        if (again) call();
      }, CALM_MS);
    };
    const leave = onLive(names.split(' '), call);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [names]);
};

export const useLiveState = (): StreamState => useSyncExternalStore(onLiveState, liveState, () => 'off');
