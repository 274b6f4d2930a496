import { gradeOfAlarm } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { CalledAlarm } from '#domains/tracking';
import { raise, type Signal } from './raise.ts';

const signalOf = ({ deviceId, driverId, alarm, at, receivedAt, point }: CalledAlarm): Signal[] => {
  const grade = alarm === 'driving with power cut' ? 'power_cut' : gradeOfAlarm(alarm);
  if (grade === null) return [];
  const place = point && { ...point, accuracyM: null, at };
  return [{ grade, source: 'tracker', driverId, deviceId, at, receivedAt, place }];
};

/**
 * Raises the calls for help among the alarms of trackers, in the transaction that stores them: an
 * alarm that Traccar was told is taken is an incident. Gives whether one was raised.
 */
export const raiseAlarms = async (tx: Tx, alarms: readonly CalledAlarm[], now: Date): Promise<boolean> => {
  const signals = alarms.flatMap(signalOf);
  return signals.length > 0 && (await raise(tx, signals, { now })).size > 0;
};
