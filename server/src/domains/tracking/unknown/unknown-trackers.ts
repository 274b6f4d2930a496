import { type Feed, isImei, NewDevice, type UnknownTracker, unknownTrackerList } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { addDevice, idNamed } from '#domains/devices';
import type { Caller } from '#lib/caller.ts';
import { noSuch } from '#lib/refusal.ts';
import { removeUnknown, type UnknownRow, unknownSql } from './unknown.repo.ts';

const present = ({ first_at, last_at, reports, feed, ...row }: UnknownRow): UnknownTracker => ({
  ...row,
  feed: feed as Feed,
  reports: Number(reports),
  is_imei: isImei(row.unique_id),
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
});

export const unknownSource = listSource(unknownTrackerList, unknownSql(idNamed), (rows) => rows.map(present));

/**
 * Adds a tracker that reports to the stock, by the name that it reports by. A last digit that does
 * not fit needs no confirming, since nobody typed it. Refused with 404 where none reports by it.
 */
export const adoptTracker = async (
  tx: Tx,
  { body: { unique_id }, by, now }: { body: { unique_id: string }; by: Caller; now: Date },
): Promise<{ message: string; id: string }> => {
  if (!(await removeUnknown(tx, unique_id))) throw noSuch('unknown tracker');
  return addDevice(tx, { body: NewDevice.parse({ feed_name: unique_id, accepts_wrong_digit: true }), by, now });
};
