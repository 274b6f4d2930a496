import { type Box, listTrackers, showTracker, type Tracker } from '@banbo/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Dot } from '~/components/map/clusters.ts';
import { queryClient, read, refreshReads } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { type CarStore, carStore } from './car-store.ts';
import { followView } from './follow-view.ts';

/** Milliseconds after which states are told anew: a car falls silent without a word. */
const STATES_MS = 5_000;

export type Cars = { store: CarStore; dots: readonly Dot[]; isLive: boolean };

/** The cars of a view as they move, with some that are followed wherever they are. */
export const useCars = (box: Box | null, follow: readonly string[]): Cars => {
  const store = useRef<CarStore>(undefined);
  store.current ??= carStore();
  const cars = store.current;
  const [dots, setDots] = useState<readonly Dot[]>([]);
  const [isLive, setLive] = useState(false);
  const [round, setRound] = useState(0);
  const show = useCallback(() => setDots(cars.dots()), [cars]);
  const ids = follow.join(',');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a fitting begins a new round
  useEffect(() => {
    if (box === null) return;
    const leaving = new AbortController();
    const followed = ids === '' ? [] : ids.split(',');
    followView(
      leaving.signal,
      { box, follow: followed },
      {
        all: (all) => {
          cars.replace(all, new Set(followed));
          show();
        },
        moved: ({ followed: whole, ...moved }) => {
          cars.add(moved);
          for (const one of whole) keepTracker(one);
          show();
        },
        live: setLive,
      },
    ).catch(() => setLive(false));
    return () => leaving.abort();
  }, [box, ids, cars, show, round]);

  useEffect(() => {
    const timer = setInterval(show, STATES_MS);
    return () => clearInterval(timer);
  }, [show]);

  useLive(['devices'], () => {
    setRound((before) => before + 1);
    return refreshReads(listTrackers);
  });
  return { store: cars, dots, isLive };
};

/** Puts a car that the stream told of whole in place of what was read of it. */
const keepTracker = (tracker: Tracker): void => {
  queryClient.setQueryData(read(showTracker, { params: { id: tracker.id } }).queryKey, tracker);
};
