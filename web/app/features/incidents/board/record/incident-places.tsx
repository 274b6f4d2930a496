import { INCIDENT_SOURCE_LABELS, type IncidentPlace, type IncidentRecord, nearTown, spanText } from '@banbo/contract';
import type L from 'leaflet';
import { useEffect, useMemo } from 'react';
import { BaseMap, useMapHandle } from '~/components/map/base-map.tsx';
import { TrailLayer } from '~/components/map/trail-layer.tsx';
import styles from '../board.module.css';

type Private = NonNullable<IncidentRecord['private']>;

const CLOSE = 15;
const NEWEST = '#c62828';
const OLDER = '#5f6b66';

/** Draws places with the circles in which they lie, the newest in red above the others. */
function PlaceMarks({ places }: { places: readonly IncidentPlace[] }) {
  const { map, kit } = useMapHandle();
  useEffect(() => {
    const { L } = kit;
    const layer: L.LayerGroup = L.layerGroup();
    for (const [n, { latitude, longitude, accuracy_m, source }] of [...places.entries()].reverse()) {
      const colour = n === 0 ? NEWEST : OLDER;
      const at: L.LatLngTuple = [latitude, longitude];
      const area = { color: colour, weight: 1.5, fillOpacity: n === 0 ? 0.15 : 0.06, interactive: false };
      if (accuracy_m !== null) layer.addLayer(L.circle(at, { ...area, radius: accuracy_m }));
      const dot = L.circleMarker(at, {
        ...{ radius: n === 0 ? 9 : 6, color: '#ffffff', weight: 3, fillColor: colour, fillOpacity: 1 },
      });
      layer.addLayer(dot.bindTooltip(INCIDENT_SOURCE_LABELS[source]));
    }
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, places]);
  const [latitude, longitude] = [places[0]?.latitude, places[0]?.longitude];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    if (!map.getBounds().pad(-0.2).contains([latitude, longitude])) map.panTo([latitude, longitude]);
  }, [map, latitude, longitude]);
  return null;
}

/** How old a place is, how exact, and from where it came. */
export const placeText = ({ at, accuracy_m, source }: IncidentPlace, now: number): string =>
  [
    `${spanText(now - Date.parse(at))} ago`,
    ...(accuracy_m === null ? [] : [`±${Math.round(accuracy_m)} m`]),
    INCIDENT_SOURCE_LABELS[source].toLowerCase(),
  ].join(' · ');

function PlaceLine({ place, now }: { place: IncidentPlace; now: number }) {
  const { latitude, longitude } = place;
  const point = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  return (
    <li>
      <strong>{placeText(place, now)}</strong>
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

/** The newest place of each source: in words, older ones would only push it away. */
const newestOfEach = (places: readonly IncidentPlace[]): IncidentPlace[] =>
  places.filter(({ source }, n) => places.findIndex((one) => one.source === source) === n);

type Props = { id: string; number: string; known: Private; now: number };

/** Where the car and the phone are, on a map and in words. */
export function IncidentPlaces({ id, number, known, now }: Props) {
  const { places, trail, is_moving, speed_kmh } = known;
  const points = useMemo(() => trail.map(([latitude, longitude]) => ({ latitude, longitude })), [trail]);
  const [newest] = places;
  if (!newest) return <p className="note">No place is known yet. Ask the caller.</p>;
  const motion = is_moving === null ? '' : is_moving ? `Moving, ${Math.round(speed_kmh ?? 0)} km/h` : 'Standing still';
  const textId = `places-${id}`;
  return (
    <section aria-label="Where it is" className={styles.where}>
      <div className={styles.map}>
        <BaseMap
          key={id}
          label={`Map of ${number}`}
          textId={textId}
          view={{ center: [newest.latitude, newest.longitude], zoom: CLOSE }}
        >
          <TrailLayer points={points} />
          <PlaceMarks places={places} />
        </BaseMap>
        <p className={styles.caption}>
          {placeText(newest, now)}
          {motion && ` · ${motion.toLowerCase()}`}
        </p>
      </div>
      <ul id={textId} className={styles.places}>
        {newestOfEach(places).map((place) => (
          <PlaceLine key={`${place.at} ${place.source}`} place={place} now={now} />
        ))}
      </ul>
    </section>
  );
}
