/** A point on the earth in degrees. */
export type Point = { latitude: number; longitude: number };

/** Finds the address nearest to a point; null when none is known. Rejects when the service does not answer. */
export type Geocoder = { addressOf: (point: Point) => Promise<string | null> };
