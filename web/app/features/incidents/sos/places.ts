import { metresApart } from '@banbo/contract';
import type { PhonePlace } from '~/lib/sos/kept-call.ts';

/** Metres that a phone must have moved for its place to be news. */
const MOVED_M = 25;
/** Milliseconds after which the same place is sent again, so that it does not look old. */
const STALE_MS = 60_000;
/**
 * True if the office should learn of a place after the one that it has: it is more exact, the phone
 * has moved, or a minute has passed. A rough place does not replace an exact one nearby.
 */
export const isNews = (had: PhonePlace | null, next: PhonePlace): boolean => {
  if (had === null) return true;
  if (next.accuracy_m < had.accuracy_m) return true;
  const moved = metresApart(had, next);
  if (next.accuracy_m > Math.max(2 * had.accuracy_m, MOVED_M) && moved <= next.accuracy_m) return false;
  return moved > MOVED_M || Date.parse(next.at) - Date.parse(had.at) >= STALE_MS;
};

/** Whether the phone gives its place. */
export type GpsState = 'off' | 'looking' | 'found' | 'denied' | 'missing';

type Listener = { onPlace: (place: PhonePlace) => void; onState: (state: GpsState) => void };

const placeOfFix = ({ coords, timestamp }: GeolocationPosition): PhonePlace => ({
  ...{ latitude: coords.latitude, longitude: coords.longitude },
  accuracy_m: Math.min(Math.round(coords.accuracy * 10) / 10, 1_000_000),
  // Some phones count the fix by another clock.
  at: new Date(timestamp > 0 && timestamp <= Date.now() ? timestamp : Date.now()).toISOString(),
});

/** Watches the phone's place until the returned function is called. The browser may ask first. */
export const watchPlaces = ({ onPlace, onState }: Listener): (() => void) => {
  const { geolocation } = navigator as Partial<Navigator>;
  if (!geolocation) {
    onState('missing');
    return () => undefined;
  }
  onState('looking');
  const id = geolocation.watchPosition(
    (fix) => {
      onState('found');
      onPlace(placeOfFix(fix));
    },
    // A phone without a signal goes on looking by itself.
    ({ code }) => onState(code === 1 ? 'denied' : 'looking'),
    { enableHighAccuracy: true, maximumAge: 10_000 },
  );
  return () => geolocation.clearWatch(id);
};

/** True if the phone gives its place without asking the person. */
export const mayWatchPlaces = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
};

type BatteryNavigator = Navigator & { getBattery?: () => Promise<{ level: number }> };

/** The battery's charge in percent; undefined in browsers that do not tell it. */
export const batteryPercent = async (): Promise<number | undefined> => {
  try {
    const level = (await (navigator as BatteryNavigator).getBattery?.())?.level;
    return level === undefined ? undefined : Math.round(level * 100);
  } catch {
    return undefined;
  }
};
