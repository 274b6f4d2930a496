import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { TraccarPositionBody } from '../../server/seeds/traffic/traccar.ts';
import type { Driver } from './driver.ts';

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const STORE = `
  insert into positions (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m, has_ignition)
  select devices.id, fix_at, now(), latitude, longitude, speed, course, accuracy, ignition
  from unnest($1::text[], $2::timestamptz[], $3::float8[], $4::float8[], $5::real[], $6::smallint[], $7::real[], $8::boolean[])
    as given (imei, fix_at, latitude, longitude, speed, course, accuracy, ignition)
  join devices using (imei)
  order by devices.id, fix_at
  on conflict do nothing`;

const NEWEST = `
  insert into device_places (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m, is_moving, has_ignition)
  select distinct on (devices.id) devices.id, fix_at, now(), latitude, longitude, speed, course, accuracy, speed > 5, ignition
  from unnest($1::text[], $2::timestamptz[], $3::float8[], $4::float8[], $5::real[], $6::smallint[], $7::real[], $8::boolean[])
    as given (imei, fix_at, latitude, longitude, speed, course, accuracy, ignition)
  join devices using (imei)
  order by devices.id, fix_at desc
  on conflict (device_id) do update set fix_at = excluded.fix_at, received_at = excluded.received_at,
    latitude = excluded.latitude, longitude = excluded.longitude, speed_kmh = excluded.speed_kmh,
    course = excluded.course, accuracy_m = excluded.accuracy_m, is_moving = excluded.is_moving,
    has_ignition = excluded.has_ignition
  where device_places.fix_at < excluded.fix_at`;

/** The baseline of the feeds: bare `node:http`; each call is a transaction of two statements. */
export const bareReports = ({ transaction }: Driver): Server =>
  createServer(async (request, response) => {
    const bodies = [JSON.parse(await read(request))].flat() as TraccarPositionBody[];
    const positions = bodies.map(({ position }) => position);
    const values = [
      bodies.map(({ device }) => device.uniqueId),
      ...(['fixTime', 'latitude', 'longitude'] as const).map((name) => positions.map((one) => one[name])),
      positions.map(({ speed }) => speed * 1.852),
      ...(['course', 'accuracy'] as const).map((name) => positions.map((one) => one[name])),
      positions.map(({ attributes }) => attributes.ignition),
    ];
    let [status, text] = [200, '{}'];
    try {
      await transaction(async (query) => {
        await query(STORE, values);
        await query(NEWEST, values);
      });
    } catch (error) {
      [status, text] = [500, String(error)];
    }
    response.writeHead(status, { 'content-length': Buffer.byteLength(text) }).end(text);
  });
