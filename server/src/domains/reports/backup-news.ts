import { type Dashboard, formatInstant } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { queueMail, queueSms } from '#domains/messages';
import { readSite } from '#domains/site';
import type { ArchiveState } from '#integrations/archive/archive-store.ts';

export type BackupDeps = {
  /** False where the database is another server's, which copies it by itself. */
  makesBackups: boolean;
  /** How the archiving to the place of backups stands; absent without a place. */
  archive?: (() => ArchiveState) | null | undefined;
};

type ArchiveOfDashboard = NonNullable<NonNullable<Dashboard['backup']>['archive']>;

export const presentArchive = (
  { place, keptUntil, stalled, lacksBase }: ArchiveState,
  openedAt: Date | null,
): ArchiveOfDashboard => ({
  place,
  kept_until: keptUntil?.toISOString() ?? null,
  stalled: stalled && { since: stalled.since.toISOString(), why: stalled.why },
  lacks_base: lacksBase,
  opened_at: openedAt?.toISOString() ?? null,
});

/** Milliseconds without a backup until it is an alarm: a disk may be changed meanwhile. */
const ALARM_MS = 15 * 60_000;

/** Whether nothing could be kept for so long that the owner must know. */
export const isBackupAlarm = ({ stalled }: Pick<ArchiveState, 'stalled'>, now: Date): boolean =>
  stalled !== null && now.getTime() - stalled.since.getTime() >= ALARM_MS;

/** Hours for which the alarm is worth sending. */
const HOURS = 20;

/** Tells the owner that nothing is backed up, by text message and mail. */
export const tellOfStalledBackups = (db: Db, { place, stalled }: ArchiveState, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (stalled === null) return;
    const { owner_numbers, owner_emails, company_name } = await readSite(tx);
    const since = formatInstant(stalled.since.toISOString());
    const text = `${company_name}: nothing has been backed up to ${place} since ${since}. Please have it looked at today.`;
    for (const to of owner_numbers) await queueSms(tx, { to, text, hours: HOURS }, now);
    const subject = `${company_name}: backups have stopped`;
    for (const to of owner_emails) {
      await queueMail(tx, { to, subject, text: `${text}\n\n${stalled.why}`, hours: HOURS }, now);
    }
  });
