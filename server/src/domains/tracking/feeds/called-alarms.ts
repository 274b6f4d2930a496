import type { Tx } from '#db/database.ts';
import type { Finding } from '../watch/watch.repo.ts';
import type { DeviceEvent } from './report.ts';

/** An alarm by which somebody may call for help, as another domain hears of it. */
export type CalledAlarm = Omit<DeviceEvent, 'type' | 'geofence' | 'alarm'> & {
  /** As Traccar names it, or `driving with power cut`, which the watch finds. */
  alarm: string;
};

/** Hears alarms in the transaction that stores them, and afterwards that it was committed. */
export type AlarmCalls = {
  /** Answers whether it called anybody. */
  call: (tx: Tx, alarms: readonly CalledAlarm[], now: Date) => Promise<boolean>;
  committed: () => void;
};

const ofEvent = ({ type: _type, geofence: _geofence, alarm, ...told }: DeviceEvent): CalledAlarm[] =>
  alarm === null ? [] : [{ ...told, alarm }];

/** The alarms that a batch brought: by the devices' word, and power cuts by that of the watch. */
export const calledAlarms = (
  { events, found }: { events: readonly DeviceEvent[]; found: readonly Finding[] },
  now: Date,
): CalledAlarm[] => [
  ...events.flatMap(ofEvent),
  ...found.flatMap(({ kind, device_id, driver_id, since }) =>
    kind === 'power_cut'
      ? [
          {
            deviceId: device_id,
            driverId: driver_id,
            alarm: 'driving with power cut',
            at: since,
            receivedAt: now,
            ...{ point: null, accuracyM: null, isUnsure: false },
          },
        ]
      : [],
  ),
];
