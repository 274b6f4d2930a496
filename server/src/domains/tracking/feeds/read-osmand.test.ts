import type { OsmandReport, RejectCause } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf, readOsmand } from './read-osmand.ts';
import { type FeedItem, keptSince, type Unread } from './read-report.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const BOUNDS = { now: NOW, keptSince: keptSince(NOW, 90) };
const FIX = new Date('2026-11-20T09:59:30Z');

type Sent = { query?: string; body?: string | object };

const readAll = ({ query = '', body }: Sent) =>
  readOsmand(fieldsOf(query) as OsmandReport, typeof body === 'object' ? JSON.stringify(body) : body, BOUNDS);
const isRead = (item: FeedItem | Unread): item is FeedItem => 'events' in item;
const readOne = (sent: Sent) => readAll(sent).filter(isRead)[0] ?? null;
const reportOf = (sent: Sent) => readOne(sent)?.report ?? null;

/** As the tracking app of today posts it. */
const posted = (location: object = {}, coords: object = {}, beside: object = {}) => ({
  device_id: '056789012345',
  location: {
    timestamp: '2026-11-20T09:59:30.000Z',
    coords: {
      latitude: 5.6037,
      longitude: -0.187,
      accuracy: 8.4,
      speed: 12.5,
      heading: 271.2,
      altitude: 61,
      ...coords,
    },
    ...{ is_moving: true, odometer: 1205.4, event: 'motionchange', activity: { type: 'in_vehicle' } },
    battery: { is_charging: false, level: 0.88 },
    ...location,
  },
  ...beside,
});
const PLACE = { latitude: 5.6037, longitude: -0.187 };

test('the JSON of an app is read: metres a second, and the battery as a share', () => {
  expect(readOne({ body: posted() })).toMatchObject({ uniqueId: '056789012345', events: [] });
  expect(reportOf({ body: posted() })).toEqual({
    ...{ uniqueId: '056789012345', fixAt: FIX, toldAt: FIX, receivedAt: NOW, ...PLACE, accuracyM: 8.4 },
    ...{ speedKmh: 45, course: 271, batteryPercent: 88, alarms: [], isValid: true },
    // A phone off its charger is no car whose power was cut.
    ...{ hasIgnition: null, hasPower: null },
  });
});

test.each<[string, object, object]>([
  ['no heading or speed', posted({}, { heading: -1, speed: -1 }), { course: null, speedKmh: 0 }],
  ['a full battery', posted({ battery: { level: 1 } }), { batteryPercent: 100 }],
  ['a battery in percent', posted({ battery: { level: 88 } }), { batteryPercent: 88 }],
  ['no battery', posted({ battery: { level: -1 } }), { batteryPercent: null }],
  ['a moment in milliseconds', posted({ timestamp: FIX.getTime() }), { fixAt: FIX }],
  ['no moment', posted({ timestamp: undefined }), { fixAt: NOW }],
  ['texts for numbers', posted({}, { latitude: '5.6037', longitude: '-0,187' }), PLACE],
  ['a false place', posted({ mock: true }), { isValid: false }],
  ['a place that is not valid', posted({ valid: false }), { isValid: false }],
  ['an alarm', posted({ extras: { alarm: 'SOS' } }), { alarms: ['sos'] }],
  ['an alarm beside', posted({}, {}, { alarm: 'sos' }), { alarms: ['sos'] }],
  ['coordinates without coords', { id: 'x', location: PLACE }, { ...PLACE, speedKmh: 0, fixAt: NOW }],
  ['the fields of an address', { id: 'x', lat: 5.6037, lon: '-0.187', speed: 10, valid: false }, { speedKmh: 18.52 }],
])('JSON with %s is read', (_, body, read) => {
  expect(reportOf({ body })).toMatchObject(read);
});

test('a list of locations, or of reports, is as many reports', () => {
  const { location } = posted();
  const list = { ...posted(), location: [location, { ...location, coords: {} }, 'here', location] };
  expect(readAll({ body: list }).map(isRead)).toEqual([true, false, false, true]);
  expect(readAll({ body: [posted(), {}, null] }).map(isRead)).toEqual([true, false, false]);
});

const FORM = 'id=056789012345&timestamp=1795168770&lat=5.6037&lon=-0.187&speed=10&bearing=271&accuracy=8.4&batt=88';
const OF_FORM = { uniqueId: '056789012345', fixAt: FIX, ...PLACE, speedKmh: 18.52, accuracyM: 8.4, batteryPercent: 88 };

test.each<[string, Sent]>([
  ['as an address', { query: FORM }],
  ['as a form', { body: FORM }],
  ['as a form after blank lines', { body: `\r\n${FORM}\r\n` }],
  ['with ? for &', { query: FORM.replaceAll('&', '?') }],
  ['with &amp; for &', { query: FORM.replaceAll('&', '&amp;') }],
  ['partly in the address', { query: 'id=056789012345', body: FORM.replace('id=056789012345', 'id=phone') }],
  ['with a name given twice', { query: `${FORM}&id=phone&lat=0&lon=0` }],
  ['with lat and lon in one', { query: FORM.replace('lat=5.6037&lon=-0.187', 'location=5.6037,-0.187') }],
  ['with decimal commas', { query: FORM.replace('5.6037', '5,6037').replace('-0.187', '-0,187') }],
  ['by another name of the device', { query: FORM.replace('id=', 'device_id=') }],
  ['with a moment in ISO', { query: FORM.replace('1795168770', '2026-11-20T09:59:30+00:00') }],
  ['with a moment in milliseconds', { query: FORM.replace('1795168770', '1795168770000') }],
])('the fields of a report are read %s', (_, sent) => {
  expect(reportOf(sent)).toMatchObject(OF_FORM);
});

test.each(['0', 'false', 'False', 'V', 'n', 'no', 'invalid'])('a fix is not valid by valid=%s', (word) => {
  expect(reportOf({ query: `${FORM}&valid=${word}` })).toMatchObject({ isValid: false });
});
test.each(['1', 'true', 'A', '', 'yes'])('a fix is valid by valid=%s', (word) => {
  expect(reportOf({ query: `${FORM}&valid=${word}` })).toMatchObject({ isValid: true });
});

test.each<[string, Sent, RejectCause]>([
  ['nothing', {}, 'no_name'],
  ['an empty body', { body: '' }, 'no_name'],
  ['an empty record', { body: {} }, 'no_name'],
  ['an empty list', { body: [] }, 'unreadable'],
  ['broken JSON', { body: '{'.repeat(10_000) }, 'unreadable'],
  ['words', { body: 'lat and lon' }, 'no_name'],
  ['no name', { query: FORM.replace('id=056789012345', 'id=') }, 'no_name'],
  ['a name with a NUL', { body: FORM.replace('id=056789012345', 'id=a%00b') }, 'no_name'],
  ['no longitude', { query: FORM.replace('&lon=-0.187', '') }, 'no_place'],
  ['half a location', { query: 'id=x&location=5.6' }, 'no_place'],
  ['a location with too much', { query: 'id=x&location=5,6,-0,18' }, 'no_place'],
  ['a place in words', { query: FORM.replace('5.6037', 'NaN') }, 'no_place'],
  ['no moment', { query: FORM.replace('1795168770', 'yesterday') }, 'bad_time'],
])('a call with %s is no report', (_, sent, lacks) => {
  expect(readAll(sent)).toEqual([{ uniqueId: expect.any(String), lacks }]);
});

test.each<[string, string, RejectCause]>([
  ['0,0', FORM.replace('5.6037', '0').replace('-0.187', '0'), 'no_place'],
  ['a place beyond the pole', FORM.replace('5.6037', '91'), 'no_place'],
  ['1970', FORM.replace('1795168770', '1'), 'bad_time'],
])('a report of %s says nothing', (_, query, lacks) => {
  expect(readOne({ query })).toMatchObject({ report: null, events: [], lacks });
});

test.each(['lat=x&lon=1', 'lat=5.6037', 'lat=5.6037&lon=-0.187&timestamp=yesterday', `batt=${'9'.repeat(90)}`, ''])(
  'a panic with %s calls, at the moment it came',
  (rest) => {
    const item = readOne({ query: `id=056789012345&alarm=Sos&${rest}` });
    expect(item).toMatchObject({ events: [{ type: 'alarm', alarm: 'sos', at: NOW }] });
  },
);

test('an alarm has the accuracy of its place', () => {
  const [event] = readOne({ query: `${FORM}&alarm=sos&valid=0` })?.events ?? [];
  expect(event).toMatchObject({ point: PLACE, accuracyM: 8.4, isUnsure: true, at: FIX });
});

test('a fix is the same report by address, form and JSON, and nothing throws', () => {
  const degree = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((n) => n / 1e5);
  const fix = fc.record({
    ...{ lat: degree(90), lon: degree(180), ago: fc.integer({ min: 0, max: 86_400 }), accuracy: degree(50) },
  });
  const write = ({ lat, lon, ago, accuracy }: Record<'lat' | 'lon' | 'ago' | 'accuracy', number>): Sent[] => {
    const timestamp = NOW.getTime() - ago * 1_000;
    const beside = `id=x&accuracy=${accuracy}&timestamp=${timestamp}`;
    const coords = { latitude: lat, longitude: lon, accuracy };
    return [
      ...[{ query: `${beside}&lat=${lat}&lon=${lon}` }, { body: `${beside}&lat=${lat}&lon=${lon}` }],
      ...[{ query: `${beside}?location=${lat},${lon}` }, { body: { device_id: 'x', location: { timestamp, coords } } }],
    ];
  };
  fc.assert(
    fc.property(fix, (given) => {
      const [first, ...others] = write(given).map(reportOf);
      for (const other of others) expect(other).toEqual(first);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.oneof(fc.json(), fc.string()), (query, body) => {
      readAll({ query, body });
    }),
    { numRuns: 500 },
  );
});
