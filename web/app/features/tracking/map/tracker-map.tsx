import { type Box, MOST_FOLLOWED, showTracker } from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BaseMap } from '~/components/map/base-map.tsx';
import { CarMarks } from '~/components/map/car-marks.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { read } from '~/lib/api/query-client.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { dotsOfTracker } from './car-store.ts';
import { boxFor } from './follow-view.ts';
import { GoToChosen, MapView } from './map-view.tsx';
import { TrackerCard } from './tracker-card.tsx';
import { LIST_ID, TrackerList } from './tracker-list.tsx';
import styles from './tracker-map.module.css';
import { TrailPanel } from './trail-panel.tsx';
import { useCars } from './use-cars.ts';

/** Cars with their number on the map; the chosen one is followed by the stream besides. */
const MOST_NAMED = MOST_FOLLOWED - 1;
const NOBODY: readonly string[] = [];

const leaveFullScreen = async (): Promise<void> => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
};

/**
 * Full screen and the switch for it. The page itself fills the screen and the map the page, since a
 * browser shows no dialog or message that stands outside of the element that fills it.
 */
const useFullScreen = () => {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', look);
    return () => {
      document.removeEventListener('fullscreenchange', look);
      void leaveFullScreen();
    };
  }, []);
  const toggle = (): void => {
    if (isFull) void leaveFullScreen();
    else document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return { isFull, toggle };
};

/** The chosen car, which the address names, so that other pages lead to it. */
const useChosen = () => {
  const [address, setAddress] = useSearchParams();
  const chosen = address.get('car');
  const choose = useCallback(
    (id: string | null) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (id === null) next.delete('car');
          else next.set('car', id);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setAddress],
  );
  return [chosen !== null && /^[1-9]\d{0,17}$/.test(chosen) ? chosen : null, choose] as const;
};

/** The map of all cars with a tracker, as they move. */
export function TrackerMap() {
  const [chosen, choose] = useChosen();
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const [day, setDay] = useState<{ id: string; name: string } | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  const { isFull, toggle } = useFullScreen();
  const followed = useMemo(() => [...named.keys()], [named]);
  const streamed = useMemo(
    () => [...followed, ...(chosen === null || named.has(chosen) ? [] : [chosen])],
    [followed, named, chosen],
  );
  const { store, dots, isLive } = useCars(box, streamed);
  const { data: tracker } = useQuery({
    ...read(showTracker, { params: { id: chosen ?? '' } }),
    enabled: chosen !== null,
  });
  const [shown, setShown] = useState(0);
  const [dayHost, setDayHost] = useState<HTMLElement | null>(null);

  // A chosen car outside the view is known by its own read alone.
  useEffect(() => {
    if (!tracker) return;
    const known = store.car(tracker.id);
    const found = dotsOfTracker(tracker, new Date(store.now()).toISOString());
    if (!found || (known && known.received_at >= Date.parse(tracker.place?.received_at ?? ''))) return;
    store.add(found);
    setShown((before) => before + 1);
  }, [tracker, store]);

  // Following would pull a person away from another car, or from a day.
  const isPaused = day !== null || (chosen !== null && !named.has(chosen));
  const marks = useMemo(() => (shown === 0 ? dots : store.dots()), [dots, shown, store]);

  const follow = useCallback((id: string, name: string) => {
    setNamed((before) => {
      const next = new Map(before);
      if (!next.delete(id) && next.size < MOST_NAMED) next.set(id, name);
      return next;
    });
  }, []);
  usePageKey(
    ['f'],
    () => {
      if (!tracker) return false;
      follow(tracker.id, tracker.car_number);
      return true;
    },
    'Follow the chosen car, or stop',
  );
  usePageKey(
    ['Escape'],
    () => {
      if (day) setDay(null);
      else if (chosen !== null) choose(null);
      else return false;
      return true;
    },
    'Close the day, or the chosen car',
  );

  return (
    <div
      className={`${mapPage.frame} ${styles.frame}`}
      data-full={isFull || undefined}
      data-day={day !== null || undefined}
      data-chosen={chosen !== null || undefined}
    >
      <div className={mapPage.ground}>
        <BaseMap
          textId={LIST_ID}
          label="Map of the cars. Arrow keys move it, plus and minus zoom; the list beside it says the same in words."
        >
          <MapView
            store={store}
            dots={marks}
            followed={isPaused ? NOBODY : followed}
            onView={(view) => setBox((held) => boxFor(view, held))}
          />
          <CarMarks dots={marks} named={named} chosen={chosen} onChoose={choose} />
          <GoToChosen store={store} dots={marks} chosen={chosen} />
          {day && dayHost && <TrailPanel key={day.id} {...day} host={dayHost} onClose={() => setDay(null)} />}
        </BaseMap>
      </div>
      <div ref={setDayHost} className={styles.day} />
      <TrackerList store={store} chosen={chosen} followed={followed} onChoose={choose} onFollow={follow} />
      {chosen !== null && (
        <TrackerCard
          key={chosen}
          id={chosen}
          now={store.now()}
          isFollowed={named.has(chosen)}
          mayFollow={named.size < MOST_NAMED}
          onFollow={follow}
          onDay={() => setDay({ id: chosen, name: tracker?.car_number ?? 'Car' })}
          onClose={() => choose(null)}
        />
      )}
      <Group className={styles.tools} gap={6}>
        {!isLive && (
          <span className={styles.lost} role="status">
            Not live: reconnecting
          </span>
        )}
        {[...named].map(([id, name]) => (
          <button key={id} type="button" className={mapPage.pill} onClick={() => follow(id, name)}>
            {name} ✕<span className="visually-hidden"> stop following</span>
          </button>
        ))}
        <Button size="compact-sm" variant="default" onClick={toggle}>
          {isFull ? 'Leave full screen' : 'Full screen'}
        </Button>
      </Group>
    </div>
  );
}
