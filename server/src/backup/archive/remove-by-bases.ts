import { type BackupArchive, listBases, momentOfBase } from './archive.ts';
import { prune } from './prune.ts';

const DAY = 24 * 3_600_000;

/**
 * The moment by which old backups are removed: now, or as much earlier that bases of one more day
 * than `days` are left. A clock that is years ahead then removes one night's base, not all.
 */
const momentOfRemoval = async (archive: BackupArchive, days: number, now: Date): Promise<Date> => {
  // The first eight digits of an id are its day.
  const newestOfDays = new Map((await listBases(archive)).toReversed().map((base) => [base.id.slice(0, 8), base]));
  const newestFirst = [...newestOfDays.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  const last = newestFirst[Math.min(days, newestFirst.length - 1)];
  if (last === undefined) return now;
  return new Date(Math.min(now.getTime(), momentOfBase(last).getTime() + days * DAY));
};

/** Whether a place refuses removal: a key may only add, and not every service ends uploads. */
const isRefused = (error: unknown): boolean => {
  const { name, code, $metadata } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } };
  return (
    name === 'AccessDenied' ||
    $metadata?.httpStatusCode === 403 ||
    code === 'EACCES' ||
    code === 'EPERM' ||
    name === 'NotImplemented'
  );
};

/**
 * Removes what the bases no longer need, and what killed servers left half stored. Gives the words
 * of a place that refuses it, null otherwise.
 */
export const removeWhatIsOld = async (
  archive: BackupArchive,
  { now, ...of }: Parameters<typeof prune>[1],
): Promise<string | null> => {
  const moment = await momentOfRemoval(archive, of.kept.days, now);
  try {
    await prune(archive, { ...of, now: moment });
    await archive.store.removeDrafts(new Date(moment.getTime() - DAY));
    return null;
  } catch (error) {
    if (isRefused(error)) return (error as Error).message;
    throw error;
  }
};
