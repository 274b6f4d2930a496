import type { Box } from '@banbo/contract';
import { useEffect, useRef } from 'react';
import { useMapHandle } from '~/components/map/base-map.tsx';
import type { CarStore } from './car-store.ts';

/** Milliseconds after the last move until the view is told. */
const CALM_MS = 300;
/** The nearest that following several cars zooms in. */
const NEAREST = 16;

type Props = {
  store: CarStore;
  /** Changes when cars moved. */
  dots: readonly unknown[];
  followed: readonly string[];
  onView: (view: Box) => void;
};

/** Tells the map's view, and keeps the followed cars in it. */
export function MapView({ store, dots, followed, onView }: Props) {
  const { map, kit } = useMapHandle();
  const tell = useRef(onView);
  useEffect(() => {
    tell.current = onView;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (): void => {
      const bounds = map.getBounds();
      tell.current({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(say, CALM_MS);
    };
    map.on('moveend', later);
    say();
    return () => {
      clearTimeout(timer);
      map.off('moveend', later);
    };
  }, [map]);

  const ids = followed.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever cars moved
  useEffect(() => {
    const points = (ids === '' ? [] : ids.split(',')).flatMap((id) => {
      const car = store.car(id);
      return car ? [kit.L.latLng(car.lat, car.lon)] : [];
    });
    const [first] = points;
    if (!first) return;
    // A map that is being dragged stays in the person's hand.
    if (map.getContainer().classList.contains('leaflet-drag-target')) return;
    const inner = map.getBounds().pad(-0.2);
    if (points.every((point) => inner.contains(point))) return;
    if (points.length === 1) map.panTo(first);
    else map.fitBounds(kit.L.latLngBounds(points).pad(0.3), { maxZoom: Math.min(NEAREST, map.getZoom()) });
  }, [map, kit, store, ids, dots]);
  return null;
}

/** Moves the map to a car once it is chosen and its place is known. */
export function GoToChosen({ store, dots, chosen }: Pick<Props, 'store' | 'dots'> & { chosen: string | null }) {
  const { map } = useMapHandle();
  const gone = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever cars came
  useEffect(() => {
    if (chosen === null) gone.current = null;
    if (chosen === null || gone.current === chosen) return;
    const car = store.car(chosen);
    if (!car) return;
    gone.current = chosen;
    const isSeen = map.getBounds().pad(-0.15).contains([car.lat, car.lon]);
    if (!isSeen || map.getZoom() < 13) map.setView([car.lat, car.lon], Math.max(map.getZoom(), 14));
  }, [map, store, dots, chosen]);
  return null;
}
