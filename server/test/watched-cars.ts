import { expect } from 'vitest';
import { buildDevice, buildFitting } from './builders/devices.ts';
import { buildDriver } from './builders/drivers.ts';
import { buildFeedSecret } from './builders/feed-secret.ts';
import { buildCaller } from './builders/identity.ts';
import type { TestApp } from './harness.ts';

const SECRET = 'the secret of the feeds of the watch';
const KMH_A_KNOT = 1.852;

export type Car = Awaited<ReturnType<ReturnType<typeof watchedCars>['car']>>;

type Says = {
  /** Seconds after the clock; negative for a late one. */
  after?: number;
  kmh?: number;
  latitude?: number;
  longitude?: number;
  charge?: boolean;
  battery?: number;
  alarm?: string;
  /** Seconds after the clock of the device's word, where it has no new fix. */
  told?: number;
  /** False of a fix that the receiver calls not valid. */
  valid?: boolean;
};

/** Cars with trackers that report by Traccar's feeds, and what the watch has of them. */
export const watchedCars = (it: TestApp) => {
  const later = (seconds: number): void => {
    it.clock.now = new Date(it.clock.now.getTime() + seconds * 1_000);
  };
  const send = async (kind: 'positions' | 'events', payload: object): Promise<void> => {
    const headers = { 'x-feed-secret': SECRET };
    const answer = await it.app.inject({ method: 'POST', url: `/api/feeds/traccar/${kind}`, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const timeAfter = (seconds: number): string => new Date(it.clock.now.getTime() + seconds * 1_000).toISOString();
  const positionOf = (says: Says) => {
    const { after = 0, kmh = 40, latitude = 5.6, longitude = -0.2, charge = true, battery = 90, alarm, told } = says;
    const { valid = true } = says;
    const fixTime = timeAfter(after);
    const attributes = { charge, batteryLevel: battery, ...(alarm !== undefined && { alarm }) };
    const times = { serverTime: timeAfter(0), deviceTime: told === undefined ? fixTime : timeAfter(told), fixTime };
    const place = { latitude, longitude, speed: kmh / KMH_A_KNOT, course: 90, accuracy: 5 };
    return { id: 1, deviceId: 1, protocol: 'gt06', valid, outdated: false, ...times, ...place, attributes };
  };
  return {
    begin: () => buildFeedSecret(it.db, SECRET, it.clock.now),
    later,
    /** A car with a tracker in it, and the driver who has it. */
    car: async (given: { silent_minutes?: number } = {}) => {
      const { driver } = await buildDriver(it);
      const device = await buildDevice(it, given);
      await buildFitting(it, { driver_id: driver.id, device_id: device.id });
      return { driver, device };
    },
    report: ({ device }: { device: { imei: string } }, says: Says = {}) =>
      send('positions', { device: { id: 1, uniqueId: device.imei, name: 'A car' }, position: positionOf(says) }),
    geofence: (
      { device }: { device: { imei: string } },
      type: 'Enter' | 'Exit',
      name: string,
      { after = 0, says }: { after?: number; says?: Says } = {},
    ) =>
      send('events', {
        event: { id: 1, type: `geofence${type}`, eventTime: timeAfter(after), deviceId: 1, attributes: {} },
        device: { id: 1, uniqueId: device.imei, name: 'A car' },
        geofence: { id: 1, name },
        ...(says && { position: positionOf(says) }),
      }),
    entries: async ({ device }: { device: { id: string } }, state = 'all') => {
      const { headers } = await buildCaller(it, 'SuperUser');
      const url = `/api/tracker_watch?device_id=${device.id}&state=${state}&sort=last_since`;
      return (await it.app.inject({ url, headers })).json();
    },
  };
};
