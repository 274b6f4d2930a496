import type { Db } from '#db/database.ts';
import { onlyByRightClock, type RecurringJob, readClock } from '#domains/jobs';
import { alarmOfBackups, lastBackups, noteBackup, tellOfBackups } from '#domains/reports';
import type { Archiver } from '../backup/archive/archiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds of a start in which what waited since before it may be kept: nobody is told yet. */
const SETTLED_MS = 5 * MINUTE;

type Deps = {
  db: Db;
  now: () => Date;
  /** Null without a place of backups; then the jobs have nothing to do. */
  archiver: Pick<Archiver, 'state' | 'isBaseDue' | 'keepBase' | 'isRemovalDue' | 'removeOld' | 'openNewest'> | null;
  /** Days between two openings of a backup. */
  checkDays: number;
  uptime?: () => number;
};

/** Removes what no backup needs any more, once a base was kept; a wrong clock would remove more. */
const removing = ({ db, now, archiver }: Deps): RecurringJob[] =>
  onlyByRightClock({ db, now }, [
    {
      name: 'remove old backups',
      everyMs: MINUTE,
      isNeeded: async () => archiver?.isRemovalDue() === true && archiver.state().stalled === null,
      run: async () => {
        const why = await archiver?.removeOld(now());
        if (why) console.warn(`Old backups are not removed, as their place refuses it: ${why}`);
      },
    },
  ]);

/** Tells when nothing is kept, no base is made, or none is opened. */
const watching = ({ db, now, archiver, checkDays, uptime = () => performance.now() }: Deps): RecurringJob => {
  const begun = uptime();
  const alarm = async () => {
    if (archiver === null) return null;
    const { unopenedSince } = await lastBackups(db, now());
    const found = alarmOfBackups(archiver.state(), { unopenedSince, checkDays }, now());
    if (found === null || found.kind === 'stalled') return found;
    // A server that was off for days makes a base first, which may take hours, and opens it.
    if (found.why === null && uptime() - begun < 12 * HOUR) return null;
    // A wrong clock makes each base an old one.
    return (await readClock(db, now())) === null ? found : null;
  };
  return {
    name: 'watch backups',
    everyMs: MINUTE,
    isNeeded: async () => uptime() - begun >= SETTLED_MS && (await alarm()) !== null,
    run: async () => {
      const found = await alarm();
      if (archiver && found) await tellOfBackups(db, found, archiver.state().place, now());
    },
  };
};

/** Keeps a base each night, opens the newest on its schedule, and tells when nothing is kept. */
export const backupJobs = (deps: Deps): RecurringJob[] => {
  const { db, now, archiver, checkDays } = deps;
  return [
    {
      name: 'keep a base',
      everyMs: MINUTE,
      // By a wrong clock each moment is another night; without any base nothing could be restored.
      isNeeded: async () =>
        archiver !== null &&
        (await archiver.isBaseDue(now())) &&
        (archiver.state().lacksBase || (await readClock(db, now())) === null),
      run: async () => {
        const base = await archiver?.keepBase();
        if (base) await noteBackup(db, new Date(base.ended), 'base');
      },
    },
    ...removing(deps),
    {
      name: 'open a backup',
      everyMs: HOUR,
      isNeeded: async () => {
        const state = archiver?.state();
        if (state === undefined || state.lacksBase || state.stalled) return false;
        const { openedAt } = await lastBackups(db, now());
        return openedAt === null || now().getTime() - openedAt.getTime() >= checkDays * DAY;
      },
      run: async () => {
        const opened = await archiver?.openNewest();
        if (opened) await noteBackup(db, opened.moment, 'opened');
      },
    },
    watching(deps),
  ];
};
