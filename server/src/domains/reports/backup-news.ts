import { type Dashboard, formatInstant } from '@banbo/contract';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { queueMail, queueSms } from '#domains/messages';
import { lockSetting, readSite, storeSetting } from '#domains/site';
import type { ArchiveState } from '#integrations/archive/archive-store.ts';
import type { LastBackups } from './backups.repo.ts';

export type BackupDeps = {
  /** False where the database is another server's, which copies it by itself. */
  makesBackups: boolean;
  /** How the archiving to the place of backups stands; absent without a place. */
  archive?: (() => ArchiveState) | null | undefined;
};

type ArchiveOfDashboard = NonNullable<NonNullable<Dashboard['backup']>['archive']>;

/** Milliseconds without a backup until it is an alarm: a disk may be changed meanwhile. */
const ALARM_MS = 15 * 60_000;
const DAY = 24 * 3_600_000;
/** Milliseconds without a base, which is made each night and may take hours, until it is one. */
const BASE_MS = 36 * 3_600_000;

type Alarm = { kind: 'stalled' | 'base' | 'unopened'; since: Date; why: string | null };

const lateBase = ({ baseSince, baseFailure }: ArchiveState, now: Date): Omit<Alarm, 'kind'> | null =>
  baseSince !== null && now.getTime() - baseSince.getTime() >= BASE_MS ? { since: baseSince, why: baseFailure } : null;

type Opened = Pick<LastBackups, 'openedAt' | 'unopenedSince'> & {
  /** Days between two openings. */
  checkDays: number;
};

const isOpenedLate = ({ unopenedSince, checkDays }: Omit<Opened, 'openedAt'>, now: Date): boolean =>
  unopenedSince !== null && now.getTime() - unopenedSince.getTime() > (checkDays + 1) * DAY;

export const presentArchive = (state: ArchiveState, { openedAt, ...opened }: Opened, now: Date): ArchiveOfDashboard => {
  const { place, keptUntil, stalled, lacksBase, baseFailure, openFailure } = state;
  const late = lateBase(state, now);
  return {
    place,
    kept_until: keptUntil?.toISOString() ?? null,
    stalled: stalled && { since: stalled.since.toISOString(), why: stalled.why },
    lacks_base: lacksBase,
    base_failure: baseFailure,
    late_base: late && { since: late.since.toISOString(), why: late.why },
    opened_at: openedAt?.toISOString() ?? null,
    is_opened_late: isOpenedLate(opened, now),
    open_failure: openFailure,
  };
};

/**
 * The alarm for the owner: that nothing is kept, that no base is made, or that none was opened when
 * one should have been; null for neither.
 */
export const alarmOfBackups = (state: ArchiveState, opened: Omit<Opened, 'openedAt'>, now: Date): Alarm | null => {
  const { stalled } = state;
  if (stalled && now.getTime() - stalled.since.getTime() >= ALARM_MS) return { kind: 'stalled', ...stalled };
  const late = lateBase(state, now);
  if (late) return { kind: 'base', ...late };
  const { unopenedSince: since } = opened;
  return since !== null && isOpenedLate(opened, now) ? { kind: 'unopened', since, why: state.openFailure } : null;
};

/** Hours for which the alarm is worth sending. */
const HOURS = 20;
/** Milliseconds after which an alarm that lasts is told again. */
const AGAIN_MS = 24 * 3_600_000;

/** When each kind of alarm was last told, as the setting of this name. */
const TOLD = 'told_of_backups';
const Told = z.partialRecord(z.enum(['stalled', 'base', 'unopened']), z.iso.datetime()).catch({});

const WORDS = {
  stalled: (place: string, since: string) => `nothing has been backed up to ${place} since ${since}`,
  base: (place: string, since: string) =>
    `the whole database has not been copied to ${place} since ${since}, though changes are kept there`,
  unopened: (place: string, since: string) =>
    `no backup in ${place} has been opened and read since ${since}, so nothing proves that they can be restored`,
} as const;

/**
 * Tells the owner of an alarm, by text message and mail: once a day while it lasts, and of a new
 * one at once. One that began before it was last told is not new.
 */
export const tellOfBackups = (db: Db, { kind, since, why }: Alarm, place: string, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const told = Told.parse(await lockSetting(tx, TOLD));
    const last = told[kind];
    const isOfToday = last !== undefined && now.getTime() - new Date(last).getTime() < AGAIN_MS;
    if (isOfToday && since <= new Date(last)) return;
    await storeSetting(tx, TOLD, { ...told, [kind]: now.toISOString() }, now);
    const { owner_numbers, owner_emails, company_name } = await readSite(tx);
    const words = WORDS[kind](place, formatInstant(since.toISOString()));
    const text = `${company_name}: ${words}. Please have it looked at today.`;
    for (const to of owner_numbers) await queueSms(tx, { to, text, hours: HOURS }, now);
    const subject = `${company_name}: ${kind === 'unopened' ? 'no backup was opened' : 'backups have stopped'}`;
    for (const to of owner_emails) {
      await queueMail(tx, { to, subject, text: why === null ? text : `${text}\n\n${why}`, hours: HOURS }, now);
    }
  });
