import type { Fix } from './car.ts';

const KMH_A_KNOT = 1.852;

/** Traccar's way to write a time. */
const traccarTime = (at: Date): string => at.toISOString().replace('Z', '+00:00');

/** A tracker as Traccar knows it. */
export type TraccarTracker = {
  /** Traccar's own number of the device. */
  id: number;
  imei: string;
};

type Told = {
  tracker: TraccarTracker;
  /** Traccar's own number of the position. */
  id: number;
  fix: Fix;
  /** The device's own time, right or wrong. */
  fixAt: Date;
  serverAt: Date;
  /** Whether the car feeds it; true by default. */
  hasPower?: boolean;
  /** With commas between several. */
  alarm?: string;
};

const device = ({ tracker, id, serverAt }: Told) => ({
  id: tracker.id,
  attributes: {},
  groupId: 0,
  calendarId: 0,
  name: `Tracker ${tracker.id}`,
  uniqueId: tracker.imei,
  status: 'online',
  lastUpdate: traccarTime(serverAt),
  positionId: id,
  phone: null,
  model: null,
  contact: null,
  category: 'car',
  disabled: false,
  expirationTime: null,
});

const position = ({ tracker, id, fix, fixAt, serverAt, hasPower = true, alarm }: Told) => ({
  id,
  attributes: {
    ignition: fix.hasIgnition,
    motion: fix.speedKmh > 0,
    charge: hasPower,
    batteryLevel: fix.batteryPercent,
    sat: 9,
    ...(alarm !== undefined && { alarm }),
  },
  deviceId: tracker.id,
  protocol: 'gt06',
  serverTime: traccarTime(serverAt),
  deviceTime: traccarTime(fixAt),
  fixTime: traccarTime(fixAt),
  outdated: false,
  valid: true,
  latitude: fix.latitude,
  longitude: fix.longitude,
  altitude: 0,
  speed: fix.speedKmh / KMH_A_KNOT,
  course: fix.course,
  address: null,
  accuracy: fix.accuracyM,
  network: null,
  geofenceIds: null,
});

/** The body of a position that Traccar forwards (`forward.type=json`). */
export const traccarPosition = (told: Told) => ({ position: position(told), device: device(told) });

/** The body of an event that Traccar forwards, with the position that it happened at. */
export const traccarEvent = (told: Told, type: string, attributes: Record<string, string> = {}) => ({
  event: {
    id: told.id,
    attributes,
    deviceId: told.tracker.id,
    type,
    eventTime: traccarTime(told.fixAt),
    positionId: told.id,
    geofenceId: 0,
    maintenanceId: 0,
  },
  position: position(told),
  device: device(told),
});

export type TraccarPositionBody = ReturnType<typeof traccarPosition>;
export type TraccarEventBody = ReturnType<typeof traccarEvent>;
