/** The states of a fitted tracker as the office shows them, in the order of its filters. */
export const TRACKER_STATES = ['alarm', 'moving', 'parked', 'silent', 'unreported'] as const;
export type TrackerState = (typeof TRACKER_STATES)[number];

export const TRACKER_STATE_LABELS: Readonly<Record<TrackerState, string>> = {
  alarm: 'Alarm',
  moving: 'Moving',
  parked: 'Parked',
  silent: 'Silent',
  unreported: 'No report yet',
};

/** Minutes for which an alarm shows after its time. */
export const ALARM_SHOWS_MINUTES = 60;

/** Minutes without a report that worry, where neither the device nor the company says others. */
export const SILENT_MINUTES = 360;

/** Alarms that show on the map, as Traccar names them, the worst first, each with its words. */
const ALARMS: Readonly<Record<string, string>> = {
  sos: 'SOS pressed',
  accident: 'Accident',
  removing: 'Tracker taken out',
  tampering: 'Tampered with',
  powerCut: 'Power cut',
  jamming: 'Signal jammed',
  gpsAntennaCut: 'Antenna cut',
  tow: 'Being towed',
  lowBattery: 'Battery low',
};
const WORST_FIRST = Object.keys(ALARMS);

/** `hardBraking` as `Hard braking`. */
const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** An alarm's words, also of one that the product does not know. */
export const alarmLabel = (name: string): string => ALARMS[name] ?? inWords(name);

/**
 * The alarms among a comma list of Traccar's names that show on the map, the worst first. What
 * tells of driving, such as `overspeed`, is none.
 */
export const shownAlarms = (list: string | null): string[] => {
  const given = (list ?? '').split(',').map((name) => name.trim());
  return WORST_FIRST.filter((name) => given.includes(name));
};

type Moment = Date | string | number;
const ms = (moment: Moment): number => (typeof moment === 'number' ? moment : new Date(moment).getTime());

/** As much of a device's newest place as its state needs; moments in any form, numbers in ms. */
export type StatedPlace = {
  is_moving: boolean;
  received_at: Moment;
  /** A comma list of Traccar's names. */
  alarm: string | null;
  alarm_at: Moment | null;
};

/** The alarm that shows at this moment, by Traccar's name; null where none does. */
export const alarmNow = ({ alarm, alarm_at }: Pick<StatedPlace, 'alarm' | 'alarm_at'>, now: Moment): string | null => {
  if (alarm === null || alarm_at === null || ms(now) - ms(alarm_at) >= ALARM_SHOWS_MINUTES * 60_000) return null;
  return shownAlarms(alarm)[0] ?? null;
};

/** A tracker's state by its newest place, its minutes of silence that worry, and the moment. */
export const trackerState = (place: StatedPlace | null, silentMinutes: number, now: Moment): TrackerState => {
  if (place === null) return 'unreported';
  if (alarmNow(place, now) !== null) return 'alarm';
  if (ms(now) - ms(place.received_at) > silentMinutes * 60_000) return 'silent';
  return place.is_moving ? 'moving' : 'parked';
};

/** A span in words with its largest unit: `14 s`, `9 min`, `2 h`, `3 days`. */
export const spanText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
};
