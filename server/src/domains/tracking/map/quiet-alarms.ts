import { gradeOfAlarm } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { NewestPlace } from './trackers.repo.ts';

/** An emergency of a car. */
export type Emergency = { driver_id: string; id: string; number: string; ended_at: Date | null };

/** The open or else newest emergency of each car, as another domain knows them. */
export type EmergenciesOf = (
  db: Db,
  cars: readonly { driver_id: string; device_id: string }[],
) => Promise<readonly Emergency[]>;

/** A power cut calls for help by the word of the watch, once the car drives. */
const isOfEmergency = (alarm: string): boolean => gradeOfAlarm(alarm) !== null || alarm === 'powerCut';

/** True where the emergency is open, or ended after the alarm. */
export const concernsAlarm = ({ ended_at }: Emergency, { alarm_at }: NewestPlace): boolean =>
  ended_at === null || (alarm_at !== null && ended_at >= alarm_at);

/** The place without the alarms of an emergency that has ended since. */
export const quieted = (place: NewestPlace, emergency: Emergency | undefined): NewestPlace => {
  if (!emergency || emergency.ended_at === null || place.alarm === null) return place;
  const left = place.alarm.split(',').filter((alarm) => !isOfEmergency(alarm));
  return left.length > 0 ? { ...place, alarm: left.join(',') } : { ...place, alarm: null, alarm_at: null };
};
