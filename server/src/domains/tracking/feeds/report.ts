/** A position that a tracker reported, in the product's units. */
export type Report = {
  /** As the feed names the device: its IMEI, or a name of its own. */
  uniqueId: string;
  /** The device's time of the fix; where that lies ahead, just before it was heard. */
  fixAt: Date;
  /** The device's time of what it tells beside the fix, which is later while it has no new one. */
  toldAt: Date;
  receivedAt: Date;
  /** Degrees. */
  latitude: number;
  longitude: number;
  speedKmh: number;
  /** Degrees from north, 0 to 359. */
  course: number | null;
  accuracyM: number | null;
  /** False where the receiver itself says that the fix is not valid. */
  isValid: boolean;
  hasIgnition: boolean | null;
  hasPower: boolean | null;
  batteryPercent: number | null;
  /** As Traccar names them: `sos`, `powerCut`. */
  alarms: readonly string[];
};

/** A report of a device in stock or in a car, which was stored now for the first time. */
export type StoredReport = Report & {
  deviceId: string;
  /** The driver whose car had the device at the time of the fix; null in stock. */
  driverId: string | null;
  /** True where no newer place of the device was known. */
  isNewest: boolean;
};

/** Something that happened by the word of the feed, such as `geofenceExit` or `alarm`. */
export type DeviceEvent = {
  deviceId: string;
  driverId: string | null;
  /** Traccar's type. */
  type: string;
  at: Date;
  receivedAt: Date;
  /** Of an alarm: `sos`, `powerCut`. */
  alarm: string | null;
  /** Of a geofence event: the geofence's name in Traccar. */
  geofence: string | null;
  /** Degrees; null where the event came without a position. */
  point: { latitude: number; longitude: number } | null;
  /** Metres within which the point is exact; null where that is not known. */
  accuracyM: number | null;
  /** True where the fix of its position is unsure, and so are its place and its word of a fence. */
  isUnsure: boolean;
};
