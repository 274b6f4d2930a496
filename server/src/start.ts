import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { databaseIdentity } from '#db/database-identity.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { drainable } from '#http/drain.ts';
import { holdBuild } from '#http/web/find-build.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { openFiles } from '#integrations/files/open-files.ts';
import { openMail } from '#integrations/mail/open-mail.ts';
import { openMomo } from '#integrations/momo/open-momo.ts';
import { openSms } from '#integrations/sms/open-sms.ts';
import { seedReference } from '../seeds/reference.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { everyJob } from './jobs/every-job.ts';
import { listen } from './listen.ts';
import { provedFiles } from './proved-files.ts';
import { withSecrets } from './secrets.ts';

/**
 * Milliseconds that calls may hold up the end: those in flight, and the last one on each kept connection. With the
 * second for jobs, that for connections (`db/close-pool.ts`) and the five of PostgreSQL (`db/cluster/postmaster.ts`) it
 * makes the 15 seconds that a service manager is asked to wait.
 */
const GRACE_MS = 8_000;
/** Bounds how long a running job holds up the end once the calls are answered; what it has not kept is done again. */
const JOBS_MS = 1_000;

export type Running = {
  db: Db;
  /** The server's origin, without a final slash. */
  address: string;
  /** Finishes the requests in flight and closes the database, all within 15 seconds. */
  stop: () => Promise<void>;
};

const closeApp = async (app: FastifyInstance, drain: () => Promise<void>): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  await drain();
  await app.close();
  clearTimeout(cut);
};

/**
 * Brings the product up on its database and listens. `prepare` runs once the database is ready, before the first call
 * can come. Throws a `StartRefusal` for causes that the operator can mend.
 */
export const start = async (
  given: Config,
  prepare: (parts: { db: Db; files: FileStore }) => Promise<void> = async () => {},
): Promise<Running> => {
  const placed = { ...given, DATA_DIR: prepareDataDir(given.DATA_DIR) };
  // Before the database, which may take minutes to come up: until then another start could remove the build.
  const webBuild = holdBuild(placed.WEB_BUILD);
  const store = await openFiles(placed);
  const { db, channel, close } = await openDatabase(placed);
  try {
    await migrate(db, seedReference);
    // After the database: in a damaged folder, secrets and photos may be left without theirs.
    const identity = await databaseIdentity(db);
    const config = withSecrets(placed, identity);
    const files = await provedFiles(db, store, identity);
    await prepare({ db, files });
    const now = () => new Date();
    const app = await buildApp({ config, db, channel, files, now, webBuild });
    const { drain } = drainable(app);
    const address = await listen(app, config);
    const { recurring, chunked } = everyJob({
      ...{ db, files, now, log: app.log, linksTo: config.PUBLIC_URL ?? null },
      ...{ mail: openMail(config), sms: openSms(config), momo: openMomo(config) },
      ...{ claimDays: config.CLAIM_DAYS, registrationDays: config.REGISTRATION_DAYS, smsPerDay: config.SMS_PER_DAY },
    });
    const onError = (job: string, error: unknown) => app.log.error({ err: error, job }, 'a job failed');
    const jobs = jobServer({ db, recurring, chunked, findAuthor, onError });
    jobs.start();
    return {
      db,
      address,
      stop: async () => {
        const jobsEnded = jobs.stop();
        await closeApp(app, drain);
        await Promise.race([jobsEnded, delay(JOBS_MS, null, { ref: false })]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
