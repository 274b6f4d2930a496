/** Degrees clockwise from north, from 0 up to 360. */
export type Bearing = number;

const WHOLE = /^(\d{1,3})(?:\.\d*)?$/;
/** Degrees with their mark; minutes and seconds follow, parted by marks, blanks or dashes. */
const DEGREES = /^(\d{1,3})[°ºd :-](.*)$/;
const MARKS = /[°º'’′"”″dms :-]/;
const PART = /^\d{1,2}(?:\.\d+)?$/;
const QUADRANT = /^([NS]) ?(.+?) ?([EW])$/;

const within = (degrees: number, minutes: number, seconds: number): number | null =>
  minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : null;

const angleOf = (text: string): number | null => {
  if (WHOLE.test(text)) return Number(text);
  const [, degrees, behind = ''] = DEGREES.exec(text) ?? [];
  if (degrees !== undefined) {
    const parts = behind.split(MARKS).filter((part) => part !== '');
    const [minutes = '0', seconds = '0'] = parts;
    if (parts.length > 2 || !parts.every((part) => PART.test(part))) return null;
    return within(Number(degrees), Number(minutes), Number(seconds));
  }
  const decimal = /^(\d{1,3}\.\d+)[°º]$/.exec(text)?.[1];
  return decimal === undefined ? null : Number(decimal);
};

/**
 * Reads a bearing such as `45°30'15"`, `45 30 15`, `45-30-15`, `45.504`, or `N45°30'E` by quadrant;
 * null where the text is none.
 */
export const readBearing = (text: string): Bearing | null => {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/DEG\.?/, '°')
    .replace(/'{2}/, '"');
  const [, from, within90, towards] = QUADRANT.exec(plain) ?? [];
  if (within90 === undefined) {
    const angle = angleOf(plain.toLowerCase());
    return angle === null || angle > 360 ? null : angle % 360;
  }
  const angle = angleOf(within90.toLowerCase());
  if (angle === null || angle > 90) return null;
  const east = from === 'N' ? angle : 180 - angle;
  return (towards === 'E' ? east : 360 - east) % 360;
};

/** A bearing as plans print it, to the nearest second: `45°30'15"`. */
export const bearingText = (bearing: Bearing): string => {
  const seconds = Math.round(bearing * 3_600) % 1_296_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}°${two(Math.floor(seconds / 60) % 60)}'${two(seconds % 60)}"`;
};
