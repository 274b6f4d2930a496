import type { Ring } from './boundaries.ts';

/** Whole numbers of a degree in which a map's corners are written: some 0.11 m. */
const STEPS = 1_000_000;

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** A sign has five bits, and a sixth where another one of the same number follows. */
const BITS = 5;
const MORE = 1 << BITS;
const VALUES = new Map([...SIGNS].map((sign, value) => [sign.charCodeAt(0), value]));
const UNKNOWN = 'Not the corners of a map.';

/** Beyond this a sum of signs is no difference of two corners. */
const MOST_SHIFT = 30;

/** The sign goes into the lowest bit, so that small numbers of either kind are short. */
const signsOf = (difference: number): string => {
  let left = difference < 0 ? -2 * difference - 1 : 2 * difference;
  let signs = '';
  while (left >= MORE) {
    signs += SIGNS[(left % MORE) + MORE];
    left = Math.floor(left / MORE);
  }
  return signs + SIGNS[left];
};

/**
 * Closed rings in [longitude, latitude] as one text, with a space between two. Corners are whole
 * millionths of a degree, each less the corner before it, of the same ring or of the one before:
 * zigzag numbers in signs of base64url, the lowest five bits first. The corner that closes a ring
 * is left out. A corner moves by less than 0.1 m.
 */
export const encodeRings = (rings: Iterable<Ring>): string => {
  const texts: string[] = [];
  let [east, north] = [0, 0];
  for (const ring of rings) {
    let text = '';
    for (const [lon, lat] of ring.slice(0, -1)) {
      const [x, y] = [Math.round(lon * STEPS), Math.round(lat * STEPS)];
      text += signsOf(x - east) + signsOf(y - north);
      [east, north] = [x, y];
    }
    texts.push(text);
  }
  return texts.join(' ');
};

/** The closed rings of such a text. Throws `RangeError` where it is none. */
export const decodeRings = (text: string): Ring[] => {
  if (text === '') return [];
  let [east, north] = [0, 0];
  return text.split(' ').map((signs) => {
    const ring: Ring = [];
    let at = 0;
    const next = (): number => {
      let [sum, shift] = [0, 0];
      for (;;) {
        const value = VALUES.get(signs.charCodeAt(at));
        if (value === undefined || shift > MOST_SHIFT) throw new RangeError(UNKNOWN);
        at += 1;
        sum += (value % MORE) * 2 ** shift;
        if (value < MORE) break;
        shift += BITS;
      }
      return sum % 2 === 0 ? sum / 2 : -(sum + 1) / 2;
    };
    while (at < signs.length) {
      east += next();
      north += next();
      ring.push([east / STEPS, north / STEPS]);
    }
    const [first] = ring;
    if (!first) throw new RangeError(UNKNOWN);
    return [...ring, first];
  });
};
