import type { GeoPoint, OwnPlace, TrailStop } from '@banbo/contract';
import { useEffect, useMemo } from 'react';
import { BaseMap, useMapHandle } from '~/components/map/base-map.tsx';
import { CarMarks } from '~/components/map/car-marks.tsx';
import { TrailLayer } from '~/components/map/trail-layer.tsx';
import styles from './one-car.module.css';
import { motionState } from './place-in-words.tsx';

const CLOSE = 15;
/** Pixels around a whole trail. */
const EDGES = { left: 24, top: 24, right: 24, bottom: 24 };

/** Keeps a car that moves in the middle of the map. */
function Follow({ latitude, longitude }: GeoPoint) {
  const { map } = useMapHandle();
  useEffect(() => {
    if (!map.getBounds().pad(-0.2).contains([latitude, longitude])) map.panTo([latitude, longitude]);
  }, [map, latitude, longitude]);
  return null;
}

type Props = {
  label: string;
  car: string;
  silentMinutes: number;
  at: string;
  place: OwnPlace | null;
  trail: readonly GeoPoint[];
  stops?: readonly TrailStop[];
  /** Shows the whole trail instead of following the car. */
  fits?: boolean;
};

const NONE: readonly TrailStop[] = [];

/** A map of one car with its trail. */
export function OneCarMap({ label, car, silentMinutes, at, place, trail, stops = NONE, fits = false }: Props) {
  const dots = useMemo(
    () =>
      place
        ? [
            {
              ...{ id: '1', lat: place.latitude, lon: place.longitude, course: place.course },
              state: motionState(place, silentMinutes, at),
            },
          ]
        : [],
    [place, silentMinutes, at],
  );
  const named = useMemo(() => new Map([['1', car]]), [car]);
  const [last] = trail.slice(-1);
  const centre = place ?? last;
  return (
    <div className={styles.map}>
      <BaseMap
        label={label}
        {...(centre && { view: { center: [centre.latitude, centre.longitude] as [number, number], zoom: CLOSE } })}
      >
        <TrailLayer points={trail} stops={stops} {...(fits && { fits: EDGES })} />
        <CarMarks dots={dots} named={named} />
        {place && !fits && <Follow latitude={place.latitude} longitude={place.longitude} />}
      </BaseMap>
    </div>
  );
}
