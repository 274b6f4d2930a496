import type { Db } from '#db/database.ts';
import type { RecurringJob } from '#domains/jobs';
import { isBackupAlarm, lastBackups, noteBackup, tellOfStalledBackups } from '#domains/reports';
import type { Archiver } from '../backup/archive/archiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Deps = {
  db: Db;
  now: () => Date;
  /** Null without a place of backups; then the jobs have nothing to do. */
  archiver: Pick<Archiver, 'state' | 'isBaseDue' | 'keepBase' | 'openNewest'> | null;
  /** Days between two openings of a backup. */
  checkDays: number;
};

/** Keeps a base each night, opens the newest on its schedule, and tells when nothing is kept. */
export const backupJobs = ({ db, now, archiver, checkDays }: Deps): RecurringJob[] => [
  {
    name: 'keep a base',
    everyMs: MINUTE,
    isNeeded: async () => archiver !== null && (await archiver.isBaseDue(now())),
    run: async () => {
      const base = await archiver?.keepBase(now());
      if (base) await noteBackup(db, new Date(base.ended), 'base');
    },
  },
  {
    name: 'open a backup',
    everyMs: HOUR,
    isNeeded: async () => {
      const state = archiver?.state();
      if (state === undefined || state.lacksBase || state.stalled) return false;
      const { openedAt } = await lastBackups(db);
      return openedAt === null || now().getTime() - openedAt.getTime() >= checkDays * DAY;
    },
    run: async () => {
      const opened = await archiver?.openNewest();
      if (opened) await noteBackup(db, opened.moment, 'opened');
    },
  },
  {
    name: 'watch backups',
    everyMs: DAY,
    isNeeded: async () => archiver !== null && isBackupAlarm(archiver.state(), now()),
    run: async () => archiver && tellOfStalledBackups(db, archiver.state(), now()),
  },
];
