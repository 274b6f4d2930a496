import { nearTown, type OwnPlace, spanText, TRACKER_STATE_LABELS, trackerState } from '@banbo/contract';
import { StateMark } from '~/components/map/state-mark.tsx';
import styles from './one-car.module.css';

/** An owner sees no alarms, so that the state is one of how the car moves. */
export const motionState = (place: OwnPlace, silentMinutes: number, at: string) =>
  trackerState({ ...place, alarm: null, alarm_at: null }, silentMinutes, at);

type Said = { place: OwnPlace; silentMinutes: number; at: string };

/** Where a car is, since when and how old that is, in words. */
export function PlaceInWords({ place, silentMinutes, at }: Said) {
  const state = motionState(place, silentMinutes, at);
  const ago = (moment: string): string => `${spanText(Date.parse(at) - Date.parse(moment))} ago`;
  const stands = place.still_since === null ? '' : ` for ${spanText(Date.parse(at) - Date.parse(place.still_since))}`;
  return (
    <>
      <p className={styles.state} data-state={state}>
        <StateMark state={state} />
        {TRACKER_STATE_LABELS[state]}
        {state === 'moving' && `, ${Math.round(place.speed_kmh)} km/h`}
        {state === 'parked' && stands}
      </p>
      <p>
        {nearTown(place) ?? 'Outside Ghana'}
        {place.accuracy_m !== null && `, ±${Math.round(place.accuracy_m)} m`}. Position {ago(place.fix_at)}, last report{' '}
        {ago(place.received_at)}.
      </p>
      <p>
        <a
          href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=17/${place.latitude}/${place.longitude}`}
          target="_blank"
          rel="noreferrer noopener"
        >
          {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)} on OpenStreetMap
        </a>
      </p>
    </>
  );
}
