import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { databaseIdentity, noteSecrets } from '#db/connection/database-identity.ts';
import { openDatabase } from '#db/connection/open.ts';
import { presenceAlone, presenceAmong } from '#db/connection/presence.ts';
import { watchReplica } from '#db/connection/replica.ts';
import { slowStatements } from '#db/connection/watch-statements.ts';
import type { Db } from '#db/database.ts';
import { MIGRATIONS, migrate, type SchemaStep } from '#db/migration/migrate.ts';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { drainable } from '#http/drain.ts';
import { holdBuild } from '#http/web/builds.ts';
import { type FileStore, openFiles } from '#integrations/files/file-store.ts';
import { openMail } from '#integrations/mail/open-mail.ts';
import { openMomo } from '#integrations/momo/open-momo.ts';
import { openSms } from '#integrations/sms/open-sms.ts';
import { awaitLater } from '#lib/gather.ts';
import { withSourceStack } from '#lib/source-stack.ts';
import { pluck } from '#lib/values.ts';
import packageFile from '../package.json' with { type: 'json' };
import { seedReference } from '../seeds/reference.ts';
import { buildApp } from './app.ts';
import { openArchiver } from './backup/archive/archiver.ts';
import type { Config } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { everyJob } from './jobs/every-job.ts';
import { openPort } from './listen.ts';
import { createMetrics, watchPool } from './metrics/metrics.ts';
import { provedFiles } from './proved-files.ts';
import { withSecrets } from './secrets.ts';

/**
 * Milliseconds that calls may hold up the end: those in flight, and the last one on each kept
 * connection. Then the database is given up, so that calls that wait for it are answered. With the
 * half second for these answers, the second for jobs, that for connections
 * (`db/connection/open-postgres.ts`) and the five of PostgreSQL (`db/cluster/postmaster.ts`) it
 * makes the 15 seconds that a service manager is asked to wait.
 */
const GRACE_MS = 7_500;
/** Milliseconds for the last 503 answers, and the last lines of files that stay incomplete. */
const LAST_ANSWERS_MS = 500;
/** Milliseconds that a job may delay the end after all calls; what it has not kept is redone. */
const JOBS_MS = 1_000;

export type RunningServer = {
  db: Db;
  /** The server's origin, without a final slash. */
  address: string;
  /** Finishes the requests in flight and closes the database, all within 15 seconds. */
  stop: () => Promise<void>;
};

/** Milliseconds for which a balancer may still send calls to a server that ends. */
const leaveMsOf = ({ LEAVE_SECONDS, DATABASE_URL }: Config): number =>
  1_000 * (LEAVE_SECONDS ?? (DATABASE_URL === undefined ? 0 : 2));

const closeApp = async (app: FastifyInstance, drain: () => Promise<void>, giveUp: () => void): Promise<void> => {
  const timers = [
    setTimeout(giveUp, GRACE_MS),
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS + LAST_ANSWERS_MS),
  ];
  await drain();
  await app.close();
  for (const timer of timers) clearTimeout(timer);
};

const upgrading = (number: number, of: number): string =>
  `The database is being brought up to date, ${number} of ${of}. Please try again in a moment.`;

/**
 * Brings the product up on its database and lets it answer; until then its port says that it is not
 * ready. `prepare` runs once the database is ready, before the app answers the first call. Throws a
 * `StartRefusal` for causes that the operator can mend.
 */
export const start = async (
  given: Config,
  prepare: (parts: { db: Db; files: FileStore }) => Promise<void> = async () => {},
): Promise<RunningServer> => {
  const placed = { ...given, DATA_DIR: prepareDataDir(given.DATA_DIR) };
  // Before the database, which may take minutes: another start could remove the build.
  const webBuild = holdBuild(placed.WEB_BUILD);
  const archiver = await openArchiver(placed);
  const opened = await openFiles(placed);
  const store = archiver?.noting(opened) ?? opened;
  const slowStatementMs = placed.SLOW_STATEMENT_MS;
  const metrics = createMetrics({ slowStatementMs, ofProcess: true, version: packageFile.version });
  const slow = slowStatements(slowStatementMs);
  const { db, channel, poolState, giveUp, close } = await openDatabase(placed, archiver, (statement) => {
    metrics.statements(statement);
    slow.hear(statement);
  });
  watchPool(metrics, poolState);
  const toUndo: (() => unknown)[] = [close];
  try {
    const port = await openPort(placed);
    toUndo.push(port.close);
    const { server, address, say, handOver } = port;
    const onStep = ({ number, of }: SchemaStep) => say(upgrading(number, of));
    await migrate(db, seedReference, MIGRATIONS, { onStep });
    // After the database: in a damaged folder, secrets and photos may be left without theirs.
    const identity = await databaseIdentity(db);
    const config = withSecrets(placed, identity);
    if (!identity.hasSecrets) await noteSecrets(db, true);
    const files = await provedFiles(db, store, identity);
    await prepare({ db, files });
    const now = () => new Date();
    const archive = archiver?.state;
    const replica = config.DATABASE_REPLICA_URL === undefined ? undefined : watchReplica(db);
    if (replica) toUndo.push(replica.stop);
    const parts = { config, db, channel, files, now, webBuild, server, archive, metrics, ...(replica && { replica }) };
    const app = await buildApp(parts);
    slow.logTo(app.log);
    app.addHook('onClose', async () => replica?.stop());
    const { drain } = drainable(app);
    await handOver(app);
    // The lock of its folder says that the product's own PostgreSQL serves no other server.
    const presence = config.DATABASE_URL === undefined ? presenceAlone() : presenceAmong(db, channel);
    const { recurring, chunked } = everyJob({
      ...{ db, presence, files, now, log: app.log, linksTo: config.PUBLIC_URL ?? null },
      ...{ mail: openMail(config), sms: openSms(config), momo: openMomo(config) },
      ...{ claimDays: config.CLAIM_DAYS, registrationDays: config.REGISTRATION_DAYS, smsPerDay: config.SMS_PER_DAY },
      makesBackups: config.DATABASE_URL === undefined,
      archiver,
      checkDays: config.BACKUP_CHECK_DAYS,
    });
    const onError = (job: string, error: unknown): void => {
      metrics.jobs.failed(job);
      app.log.error({ err: withSourceStack(error), job }, 'a job failed');
    };
    const onWell = metrics.jobs.well;
    metrics.jobs.known(pluck(recurring, 'name'));
    const jobs = jobServer({ db, presence, recurring, chunked, findAuthor, onError, onWell });
    toUndo.push(jobs.stop);
    jobs.start();
    return {
      db,
      address,
      stop: async () => {
        const jobsEnded = awaitLater(jobs.stop());
        await closeApp(app, () => drain(leaveMsOf(config)), giveUp);
        await Promise.race([jobsEnded, delay(JOBS_MS, null, { ref: false })]);
        await close();
      },
    };
  } catch (error) {
    for (const undo of toUndo.toReversed()) await undo();
    throw error;
  }
};
