import { firstOfEach, type IncidentPlace, type IncidentRecord, nearTown, placeOwner, spanText } from '@banbo/contract';
import type L from 'leaflet';
import { useEffect, useMemo } from 'react';
import { BaseMap, useMapHandle } from '~/components/map/base-map.tsx';
import { TrailLayer } from '~/components/map/trail-layer.tsx';
import styles from '../board.module.css';

type Private = NonNullable<IncidentRecord['private']>;

const CLOSE = 15;
const NEWEST = '#c62828';
const OLDER = '#5f6b66';

/** Draws places with the circles in which they lie, the one to go to in red above the others. */
function PlaceMarks({ places }: { places: readonly IncidentPlace[] }) {
  const { map, kit } = useMapHandle();
  const [first] = places;
  useEffect(() => {
    const { L } = kit;
    const layer: L.LayerGroup = L.layerGroup();
    for (const [n, place] of [...places.entries()].reverse()) {
      const { latitude, longitude, accuracy_m } = place;
      const colour = n === 0 ? NEWEST : OLDER;
      const at: L.LatLngTuple = [latitude, longitude];
      const area = { color: colour, weight: 1.5, fillOpacity: n === 0 ? 0.15 : 0.06, interactive: false };
      if (accuracy_m !== null) layer.addLayer(L.circle(at, { ...area, radius: accuracy_m }));
      const dot = L.circleMarker(at, {
        ...{ radius: n === 0 ? 9 : 6, color: '#ffffff', weight: 3, fillColor: colour, fillOpacity: 1 },
      });
      layer.addLayer(dot.bindTooltip(placeOwner(place, first ?? place)));
    }
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, places, first]);
  const [latitude, longitude] = [first?.latitude, first?.longitude];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    if (!map.getBounds().pad(-0.2).contains([latitude, longitude])) map.panTo([latitude, longitude]);
  }, [map, latitude, longitude]);
  return null;
}

type Shown = { place: IncidentPlace; first: IncidentPlace; now: number };

/** How old a place is, how exact, and whose. */
const placeText = ({ place, first, now }: Shown): string =>
  [
    `${spanText(now - Date.parse(place.at))} ago`,
    ...(place.accuracy_m === null ? [] : [`±${Math.round(place.accuracy_m)} m`]),
    placeOwner(place, first),
  ].join(' · ');

function PlaceLine({ place, first, now }: Shown) {
  const { latitude, longitude } = place;
  const point = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  return (
    <li>
      <strong>{placeText({ place, first, now })}</strong>
      <span>
        {nearTown(place) ?? 'Outside Ghana'} · <a href={`geo:${point}?q=${point}`}>{point.replace(',', ', ')}</a> ·{' '}
        <a
          href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
          target="_blank"
          rel="noreferrer noopener"
        >
          OpenStreetMap
        </a>
      </span>
    </li>
  );
}

type Props = { id: string; number: string; known: Private; now: number };

/** Where the car and the phones are, on a map and in words. */
export function IncidentPlaces({ id, number, known, now }: Props) {
  const { places, trail, is_moving, speed_kmh } = known;
  const points = useMemo(() => trail.map(([latitude, longitude]) => ({ latitude, longitude })), [trail]);
  const [first] = places;
  if (!first) return <p className="note">No place is known yet. Ask the caller.</p>;
  const motion = is_moving === null ? '' : is_moving ? `Moving, ${Math.round(speed_kmh ?? 0)} km/h` : 'Standing still';
  const textId = `places-${id}`;
  return (
    <section aria-label="Where it is" className={styles.where}>
      <div className={styles.map}>
        <BaseMap
          key={id}
          label={`Map of ${number}`}
          textId={textId}
          view={{ center: [first.latitude, first.longitude], zoom: CLOSE }}
        >
          <TrailLayer points={points} />
          <PlaceMarks places={places} />
        </BaseMap>
        <p className={styles.caption}>
          {placeText({ place: first, first, now })}
          {motion && ` · ${motion.toLowerCase()}`}
        </p>
      </div>
      <ul id={textId} className={styles.places}>
        {firstOfEach(places).map((place) => (
          <PlaceLine
            key={`${place.source} ${place.phone?.n} ${place.is_unsure}`}
            place={place}
            first={first}
            now={now}
          />
        ))}
      </ul>
    </section>
  );
}
