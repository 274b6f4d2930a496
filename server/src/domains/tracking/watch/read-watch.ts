import { formatInstant, fullName, type ListQuery, type WatchRecord, type WatchRow, watchList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { historyOf } from '#domains/audit';
import { trackersById } from '#domains/devices';
import { driversNamed, keptRecords, ownersById } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck } from '#lib/values.ts';
import { type WatchEntry, watchEntryById, watchSql } from './watch.repo.ts';
import { WATCH_NOUN } from './watch-changes.ts';

/** Names of staff. */
export type WatchStaff = Pick<StaffHolders, 'named'>;

const spanOf = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;

const silenceWords = ({ due_by, interval_seconds, last_report_at, came_back_at }: WatchEntry): string =>
  [
    due_by && `No report: the next was due by ${formatInstant(due_by.toISOString())}.`,
    last_report_at ? null : 'None has come since it was fitted.',
    interval_seconds !== null && `It usually reports every ${spanOf(interval_seconds)}.`,
    came_back_at && `Reported again at ${formatInstant(came_back_at.toISOString())}.`,
  ]
    .filter(Boolean)
    .join(' ');

const fenceWords = ({ fence, must }: WatchEntry): string =>
  must === 'stay_in' ? `It left ${fence}, where it must stay in.` : `It entered ${fence}, where it must stay out.`;

const batteryWords = ({ battery_percent }: WatchEntry): string =>
  battery_percent === null ? 'The battery is low.' : `The battery is down to ${battery_percent} %.`;

const WORDS: Readonly<Record<WatchEntry['kind'], (entry: WatchEntry) => string>> = {
  silent: silenceWords,
  power_cut: () => 'It drives, and its tracker is cut from the car’s power.',
  fence: fenceWords,
  low_battery: batteryWords,
};

const wordsOf = (entry: WatchEntry): string =>
  `${WORDS[entry.kind](entry)}${entry.times > 1 ? ` It happened ${entry.times} times.` : ''}`;

const present = async (rows: readonly WatchEntry[], db: Db, staff: WatchStaff): Promise<WatchRow[]> => {
  const kept = await keptRecords(db, pluck(rows, 'driver_id'));
  const drivers = await ownersById(db, [...kept.values()]);
  const trackers = await trackersById(db, pluck(rows, 'device_id'));
  const people = await staff.named(db, pluck(rows, 'closed_by'));
  return rows.map((entry) => {
    const driver_id = kept.get(entry.driver_id) ?? entry.driver_id;
    const driver = drivers.get(driver_id);
    const { id, device_id, kind, times, status, status_reason, closed_by } = entry;
    const { since, last_since, noticed_at, came_back_at, closed_at } = withIsoDates(entry);
    return {
      ...{ id, device_id, driver_id, kind, times, status, status_reason, words: wordsOf(entry) },
      ...{ since, last_since, noticed_at, came_back_at, closed_at },
      imei: trackers.get(device_id)?.imei ?? '',
      driver_code: driver?.driver_code ?? '',
      fullname: driver ? fullName(driver) : '',
      car_number: driver?.car_number ?? '',
      closed_by: closed_by === null ? null : (people.get(closed_by)?.fullname ?? ''),
    };
  });
};

export const watchSource = (staff: WatchStaff): ListSource<ListQuery<typeof watchList>, WatchRow> =>
  listSource(watchList, watchSql(driversNamed), (rows, db) => present(rows, db, staff));

/** An entry with whom to call; null where there is none. */
export const showWatch = async (
  db: Db,
  { id, by }: { id: string; by: Caller },
  staff: WatchStaff,
): Promise<WatchRecord | null> => {
  const entry = await watchEntryById(db, id);
  const [row] = entry ? await present([entry], db, staff) : [];
  if (!entry || !row) return null;
  const driver = (await ownersById(db, [row.driver_id])).get(row.driver_id);
  const tracker = (await trackersById(db, [row.device_id])).get(row.device_id);
  const { last_report_at, due_by } = withIsoDates(entry);
  return {
    ...row,
    mobile_number: by.permissions.includes('drivers.read') ? (driver?.mobile_number ?? null) : null,
    sim_number: tracker?.sim_number ?? null,
    bundle_until: tracker?.bundle_until ?? null,
    is_driver_removed: driver?.is_removed ?? false,
    ...{ last_report_at, due_by },
    history: (await historyOf(db, { kind: WATCH_NOUN, id })).map(withIsoDates),
  };
};
