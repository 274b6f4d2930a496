const EARTH_M = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export type GeoSpot = { latitude: number; longitude: number };

/** Metres between two places along the earth's surface. */
export const metresApart = (a: GeoSpot, b: GeoSpot): number => {
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const half = (difference: number) => Math.sin(difference / 2) ** 2;
  const chord = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(b.longitude) - radians(a.longitude));
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
};
