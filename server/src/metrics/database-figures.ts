import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, Registry } from 'prom-client';
import type { Db } from '#db/database.ts';
import { databaseClock, type HeldClock, heldClock, type JobState, readJobStates } from '#domains/jobs';
import { type OutboxState, readOutboxStates } from '#domains/messages';
import { lastBackups, lastCheck } from '#domains/reports';
import { presentOutage, reportsHeard } from '#domains/tracking';
import type { ArchiveState } from '#integrations/archive/archive-store.ts';
import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';

type Deps = {
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'SMTP_URL' | 'SMS_URL'>;
  db: Db;
  now: () => Date;
  /** Given where the database's log is archived. */
  archive?: (() => Pick<ArchiveState, 'keptUntil' | 'stalled' | 'waiting'>) | null | undefined;
};

/** Milliseconds until figures are given out without those of the database. */
const WITHIN_MS = 2_000;

/** The names of the outbox's priorities in figures. */
const KINDS = { '-1': 'danger', '0': 'code', '1': 'text', '2': 'reminder' } as const;

type DatabaseFigures = {
  jobs: JobState[];
  outbox: OutboxState[];
  backup: Date | null;
  check: { ended_at: Date | null; difference_count: string } | null;
  held: HeldClock | null;
  reported: Date | null;
  areFeedsStopped: boolean;
  /** Seconds that this server's clock is ahead of PostgreSQL's. */
  ahead: number;
};

/** One short statement each, over an index, on one connection. */
const readDatabase = ({ config, db, now }: Deps): Promise<DatabaseFigures> =>
  db.connection().execute(async (one) => {
    const mail = config.SMTP_URL === undefined ? [] : [{ channel: 'mail', priority: 0 } as const];
    // Without a service nothing goes out, and nothing is late.
    const texts = config.SMS_URL === undefined ? [] : ([-1, 0, 1, 2] as const);
    const kinds = [...mail, ...texts.map((priority) => ({ channel: 'sms', priority }) as const)];
    const clock = await databaseClock(one);
    return {
      ahead: (Date.now() - clock.getTime()) / 1_000,
      jobs: await readJobStates(one),
      outbox: await readOutboxStates(one, kinds, now()),
      backup: (await lastBackups(one, now())).madeAt,
      check: await lastCheck(one),
      held: await heldClock(one),
      reported: (await reportsHeard(one)).last,
      areFeedsStopped: (await presentOutage(one)) !== null,
    };
  });

const secondsOf = (moment: Date): number => moment.getTime() / 1_000;

/** Figures that are looked up when they are asked for; those that are not known are left out. */
const FIGURES = {
  database_up: '1 if the database answered within two seconds.',
  job_last_success_timestamp_seconds: 'When a background job last ended well, or had nothing to do.',
  job_failing: '1 if the last run of a background job failed.',
  outbox_waiting: 'Messages that should have gone out, up to 1,000.',
  outbox_oldest_age_seconds: 'The age of the oldest of them.',
  backup_last_success_timestamp_seconds: 'When the newest backup was made; 0 before the first.',
  books_check_last_timestamp_seconds: 'When the newest check of the books ended.',
  books_check_differences: 'Differences that the newest check of the books found.',
  clock_held: '1 while the clock is a day ahead and somebody must say that it is right.',
  clock_offset_seconds: 'Seconds that this server’s clock is ahead of the database’s.',
  feed_last_report_timestamp_seconds: 'When the newest report of any tracker came.',
  feeds_stopped: '1 while no tracker reports, or most fell silent together.',
  disk_free_bytes: 'Free space where DATA_DIR is.',
  disk_size_bytes: 'All space where DATA_DIR is.',
  archive_last_segment_timestamp_seconds: 'Every change before this moment is kept.',
  archive_stalled: '1 while the archive of the database’s log does not go on.',
  archive_waiting_seconds: 'For how long the oldest part of the database’s log waits to be archived.',
} as const;

type Show = (name: keyof typeof FIGURES, value: number, labels?: Record<string, string>) => void;

/** A registry of one answer, to which each figure that is shown is added. */
const figureBuilder = (): { registry: Registry; show: Show } => {
  const registry = new Registry();
  const made = new Map<string, Gauge>();
  const gauge = (name: keyof typeof FIGURES, labelNames: string[]): Gauge => {
    const known = made.get(name);
    if (known) return known;
    const fresh = new Gauge({ name: `banbo_${name}`, help: FIGURES[name], labelNames, registers: [registry] });
    made.set(name, fresh);
    return fresh;
  };
  return { registry, show: (name, value, labels = {}) => gauge(name, Object.keys(labels)).set(labels, value) };
};

const showJobs = (show: Show, jobs: readonly JobState[], { jobsDone, isJob }: Metrics): void => {
  for (const { name: job, hasFailed, endedWell } of jobs) {
    if (!isJob(job)) continue;
    show('job_failing', hasFailed ? 1 : 0, { job });
    const done = Math.max(jobsDone.get(job) ?? 0, endedWell === null ? 0 : secondsOf(endedWell));
    if (done > 0) show('job_last_success_timestamp_seconds', done, { job });
  }
};

const showDatabase = (show: Show, figures: DatabaseFigures, { config, now }: Deps): void => {
  for (const { channel, priority, waiting, oldest } of figures.outbox) {
    const labels = { channel, kind: channel === 'mail' ? 'mail' : KINDS[`${priority}`] };
    show('outbox_waiting', waiting, labels);
    const age = oldest === null ? 0 : Math.max(0, secondsOf(now()) - secondsOf(oldest));
    show('outbox_oldest_age_seconds', age, labels);
  }
  if (figures.backup !== null) show('backup_last_success_timestamp_seconds', secondsOf(figures.backup));
  else if (config.DATABASE_URL === undefined) show('backup_last_success_timestamp_seconds', 0);
  if (figures.check?.ended_at) {
    show('books_check_last_timestamp_seconds', secondsOf(figures.check.ended_at));
    show('books_check_differences', Number(figures.check.difference_count));
  }
  if (figures.reported !== null) show('feed_last_report_timestamp_seconds', secondsOf(figures.reported));
  show('feeds_stopped', figures.areFeedsStopped ? 1 : 0);
  show('clock_held', figures.held === null ? 0 : 1);
  show('clock_offset_seconds', figures.ahead);
};

const showArchive = (
  show: Show,
  { keptUntil, stalled, waiting }: Pick<ArchiveState, 'keptUntil' | 'stalled' | 'waiting'>,
): void => {
  show('archive_stalled', stalled === null ? 0 : 1);
  show('archive_waiting_seconds', waiting === null ? 0 : Math.max(0, (Date.now() - waiting.since.getTime()) / 1_000));
  if (keptUntil) show('archive_last_segment_timestamp_seconds', secondsOf(keptUntil));
};

/** The answer of work within the time that is given, else null. */
const within = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work.catch(() => null), delay(WITHIN_MS, null, { ref: false })]);

/**
 * All figures as the text that Prometheus reads. Without a database, or beside a slow one, those
 * that it knows are left out. Askers at the same time share one look at it.
 */
export const figuresText = (metrics: Metrics, deps: Deps): (() => Promise<string>) => {
  let reading: Promise<DatabaseFigures> | null = null;
  return async () => {
    reading ??= readDatabase(deps).finally(() => {
      reading = null;
    });
    const [figures, disk] = await Promise.all([within(reading), within(statfs(deps.config.DATA_DIR))]);
    const { registry, show } = figureBuilder();
    show('database_up', figures === null ? 0 : 1);
    if (disk) show('disk_free_bytes', disk.bavail * disk.bsize);
    if (disk) show('disk_size_bytes', disk.blocks * disk.bsize);
    const archive = deps.archive?.();
    if (archive) showArchive(show, archive);
    if (figures) showJobs(show, figures.jobs, metrics);
    if (figures) showDatabase(show, figures, deps);
    return `${await metrics.registry.metrics()}${await registry.metrics()}`;
  };
};
