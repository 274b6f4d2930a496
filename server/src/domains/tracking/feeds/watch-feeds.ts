import { type FeedOutage, feedOutageText, type RefusalCause } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import {
  changeOutage,
  forgetGaps,
  holdOutages,
  insertOutage,
  learnGap,
  noteRefusal,
  type Outage,
  openOutage,
  refusedSince,
  reportsHeard,
  silentTogether,
  usualGap,
  wasToldSince,
} from './outages.repo.ts';

/** Without a report for less than this nothing is wrong. */
const LEAST_S = 180;
/** Seconds that count in an hour of the week whose habit is not known. */
const UNKNOWN_S = 3_600;
/** Of fewer trackers all may be silent by chance while their habit is not known. */
const FEW_TRACKERS = 20;
/** Of fewer driving trackers most may fall silent by chance. */
const LEAST_DRIVING = 5;
/** Between two text messages about outages. */
const TELL_AGAIN_MS = 6 * 3_600_000;
const TEXT_HOURS = 4;
const NOTE_MS = 10_000;

/** Notes refused reports, at most one in ten seconds for each cause. */
export const refusalNotes = ({ db, now }: { db: Db; now: () => Date }) => {
  const noted = new Map<RefusalCause, number>();
  return async (cause: RefusalCause): Promise<void> => {
    const at = now();
    if (at.getTime() - (noted.get(cause) ?? 0) < NOTE_MS) return;
    noted.set(cause, at.getTime());
    await noteRefusal(db, cause, at);
  };
};

type Found = Pick<Outage, 'since' | 'silent' | 'driving'> & { cause: RefusalCause | null };

/** The outage that there is now by rule 54 of tracking; null where reports come as they should. */
const findOutage = async (db: Db, now: Date): Promise<Found | null> => {
  const { last, trackers } = await reportsHeard(db);
  if (last === null) return null;
  const seconds = (now.getTime() - last.getTime()) / 1_000;
  if (seconds > LEAST_S) {
    const cause = await refusedSince(db, last);
    const usual = await usualGap(db, now);
    const unknown = trackers < FEW_TRACKERS ? Number.POSITIVE_INFINITY : UNKNOWN_S;
    const isTooLong = cause !== null || seconds > (usual === null ? unknown : 2 * usual);
    if (isTooLong) return { since: last, cause, silent: null, driving: null };
  }
  const { driving, silent, since } = await silentTogether(db, now);
  const isMost = since !== null && driving >= LEAST_DRIVING && silent * 2 > driving;
  return isMost ? { since, cause: null, silent, driving } : null;
};

const present = ({ since, cause, silent, driving }: Outage | Found): FeedOutage => ({
  ...{ since: since.toISOString(), cause: cause as RefusalCause | null, silent, driving },
});

/** The outage of the feeds that is noticed; null where there is none. */
export const presentOutage = async (db: Db): Promise<FeedOutage | null> => {
  const open = await openOutage(db);
  return open ? present(open) : null;
};

const tellSupervisors = async (tx: Tx, found: Found, now: Date): Promise<void> => {
  const { company_name: company, supervisor_numbers } = await readSite(tx);
  const words = await wordsFor(tx, 'feeds_stopped');
  const text = words({ company, outage: feedOutageText(present(found)) });
  const texts = supervisor_numbers.map((to) => ({ to, text, hours: TEXT_HOURS }));
  await queueTexts(tx, texts, now, { isUrgent: true });
};

/** Notices that reports have stopped, tells the supervisors, and notes when they come again. */
export const watchFeeds = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await holdOutages(tx);
    const open = await openOutage(tx);
    const found = await findOutage(tx, now);
    if (open) {
      const change = found ? { cause: found.cause, silent: found.silent, driving: found.driving } : { ended_at: now };
      await changeOutage(tx, open.id, change);
      return;
    }
    if (!found) {
      const { last } = await reportsHeard(tx);
      if (last !== null) await learnGap(tx, { last, now });
      return;
    }
    await forgetGaps(tx, found.since);
    const told_at = (await wasToldSince(tx, new Date(now.getTime() - TELL_AGAIN_MS))) ? null : now;
    await insertOutage(tx, { ...found, noticed_at: now, told_at });
    if (told_at !== null) await tellSupervisors(tx, found, now);
  });
