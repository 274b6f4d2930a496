import { drawsOf } from '../../server/seeds/traffic/draws.ts';
import { type TraccarPositionBody, traccarPosition } from '../../server/seeds/traffic/traccar.ts';
import { simulatedImei } from '../../server/seeds/traffic/trackers.ts';
import type { Call } from './load.ts';
import { serveApart } from './served-apart.ts';

/** Ports and process numbers of what `serve-trackers.ts` serves. */
export type ServedTrackers = { ports: number[]; pids: number[]; bare: number; postgres: number };

/** The rows to fill in: cars with trackers, newest places of all, days of places of some cars. */
export type Filling = {
  cars?: number;
  /** Days since the cars have their trackers; some hours unless given. */
  fittedDays?: number;
  newest?: boolean;
  places?: { days: string[]; from: number; count: number };
};

/** The cars that were filled in, in the order of their trackers, and fresh access tokens. */
export type City = { cars: { imei: string; driverId: string }[]; tokens: string[] };

const SECRET = 'the-secret-of-the-feeds-in-a-bench';
/** The password of the office's user `ama.mensah`. */
export const PASSWORD = 'Kente$8Road';

/** Starts `serve-trackers.ts`, with so many servers of the product on one database. */
export const startTrackers = async ({ servers = 1, postgres }: { servers?: number; postgres: string | undefined }) => {
  const { pid, hear, ask, end } = serveApart('serve-trackers.ts', [
    String(servers),
    SECRET,
    PASSWORD,
    ...(postgres ? [postgres] : []),
  ]);
  const served = await hear<ServedTrackers>();
  const [port = 0] = served.ports;
  return { ...served, pid, port, fill: (filling: Filling) => ask<City>(filling), end };
};

const headers = { 'x-feed-secret': SECRET };

/** A call of Traccar with one position, or with a list of them. */
export const traccarCall = (positions: TraccarPositionBody | TraccarPositionBody[]): Call => ({
  method: 'POST',
  path: '/api/feeds/traccar/positions',
  headers,
  body: JSON.stringify(positions),
});

/** The same position as an app sends it by the OsmAnd protocol. */
export const osmandCall = ({ position, device }: TraccarPositionBody): Call => {
  const query = new URLSearchParams({
    ...{ id: device.uniqueId, timestamp: String(Date.parse(position.fixTime)), key: SECRET },
    ...{ lat: String(position.latitude), lon: String(position.longitude), speed: String(position.speed) },
  });
  return { method: 'GET', path: `/api/feeds/osmand?${query}` };
};

type Told = { serial: number; fixAt: Date; latitude?: number };

/** Degrees, some 20 m: a place that no car can have come to would be held apart. */
const NEAR = 2e-4;

/** Positions in and around Accra, one after the other; each tracker stays near its own place. */
export const positionsOf = (seed = 1): ((told: Told) => TraccarPositionBody) => {
  const draws = drawsOf(seed);
  let id = 0;
  return ({ serial, fixAt, latitude = 5.5 + (serial % 200) / 1_000 + draws.between(0, NEAR) }) => {
    id += 1;
    const longitude = -0.4 + (serial % 397) / 1_000 + draws.between(0, NEAR);
    const fix = {
      ...{ latitude, longitude, speedKmh: draws.between(0, 70), course: draws.whole(0, 359) },
      ...{ accuracyM: 5, hasIgnition: true, batteryPercent: 90 },
    };
    return traccarPosition({ tracker: { id: serial, imei: simulatedImei(serial) }, id, fix, fixAt, serverAt: fixAt });
  };
};
