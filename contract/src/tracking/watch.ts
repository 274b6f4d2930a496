import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { Reason } from '../messages/reason.ts';
import { WatchRow, watchList } from './watch-list.ts';

const endpoint = endpointsOf('tracking');

/** Gaps from which a device's usual interval is learned, and how many it takes. */
export const LEARNED_GAPS = 31;
export const LEAST_GAPS = 5;
/** A moving car is silent after this many of its usual intervals, but not before the minutes. */
const INTERVALS_OF_SILENCE = 3;
export const LEAST_SILENT_MINUTES = 5;
/** The percentage at which a battery is low, and that at which it no longer is. */
export const LOW_BATTERY = 20;
export const GOOD_BATTERY = 30;

/**
 * Minutes without a report after which a tracker counts as silent: those of its setting, or fewer
 * where it was moving and its usual interval is known.
 */
export const silenceLimit = ({
  silentMinutes,
  isMoving,
  intervalSeconds,
}: {
  silentMinutes: number;
  isMoving: boolean;
  intervalSeconds: number | null;
}): number => {
  if (!isMoving || intervalSeconds === null) return silentMinutes;
  const learned = Math.ceil((INTERVALS_OF_SILENCE * intervalSeconds) / 60);
  return Math.min(silentMinutes, Math.max(LEAST_SILENT_MINUTES, learned));
};

/** The usual causes, of which a person picks one to close an entry. */
export const USUAL_CAUSES = [
  'SIM data had run out',
  'Battery disconnected by a mechanic',
  'Car in a garage or basement',
  'No network where the car was',
  'Tracker faulty',
  'The owner knows of it',
  'False alarm',
] as const;

export const WatchRecord = WatchRow.extend({
  /** Null for those who may not see drivers' numbers. */
  mobile_number: z.string().nullable(),
  sim_number: z.string().nullable(),
  bundle_until: z.string().nullable(),
  last_report_at: Instant.nullable(),
  /** When the report was due that did not come. */
  due_by: Instant.nullable(),
  is_driver_removed: z.boolean(),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
});
export type WatchRecord = z.infer<typeof WatchRecord>;

export const showWatchEntry = endpoint('GET /tracker_watch/:id', 'tracking.read', {
  summary: 'What the watch found, with whom to call',
  errors: ['not_found'],
  answer: WatchRecord,
});

/** The most entries that one call closes. */
const MOST_CLOSED = 100;

export const WatchClosing = z.strictObject({
  ids: z.array(Id).min(1, 'Please choose what to close.').max(MOST_CLOSED, `At most ${MOST_CLOSED} at once.`),
  /** The cause. */
  reason: Reason,
});
export type WatchClosing = z.infer<typeof WatchClosing>;

export const closeWatchEntries = endpoint('PATCH /tracker_watch', 'tracking.watch', {
  summary: 'Close entries of the watch with a word of what it was; all or none',
  errors: ['not_found', 'conflict'],
  body: WatchClosing,
  answer: Done,
});

export const watchEndpoints = {
  listTrackerWatch: watchList.page,
  exportTrackerWatch: watchList.file,
  closeWatchEntries,
  showWatchEntry,
} as const;
