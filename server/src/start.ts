import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { databaseIdentity } from '#db/database-identity.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { driversWithMoney, statementImport } from '#domains/clearance';
import { driverImport, takeBackJob } from '#domains/drivers';
import { findAuthor } from '#domains/identity';
import { jobServer } from '#domains/jobs';
import { reminderJob } from '#domains/payments';
import { bookCheck } from '#domains/reports';
import { drainable } from '#http/drain.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { openFiles } from '#integrations/files/open-files.ts';
import { openMail } from '#integrations/mail/open-mail.ts';
import { openMomo } from '#integrations/momo/open-momo.ts';
import { openSms } from '#integrations/sms/open-sms.ts';
import { seedReference } from '../seeds/reference.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { nightlyBookCheck } from './jobs/check-books.ts';
import { delivery, sayCeiling } from './jobs/delivery.ts';
import { foldingOfTotals } from './jobs/fold-totals.ts';
import { housekeeping } from './jobs/housekeeping.ts';
import { matchingOfClaims } from './jobs/match-claims.ts';
import { priceWatch } from './jobs/price-watch.ts';
import { prompts } from './jobs/prompts.ts';
import { textingOfReceipts } from './jobs/text-receipts.ts';
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
const WEB_BUILD = join(import.meta.dirname, '../../web/build');

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
    const app = await buildApp({ config, db, channel, files, now, webBuild: WEB_BUILD });
    const { drain } = drainable(app);
    const address = await listen(app, config);
    const services = { mail: openMail(config), sms: openSms(config) };
    const recurring = [
      ...housekeeping({
        db,
        files,
        now,
        claimDays: config.CLAIM_DAYS,
        registrationDays: config.REGISTRATION_DAYS,
      }),
      foldingOfTotals(db),
      matchingOfClaims({ db, now }),
      nightlyBookCheck({ db, now }),
      priceWatch({ db, now, warn: (message) => app.log.warn(message) }),
      textingOfReceipts({ db, now, linksTo: config.PUBLIC_URL ?? null }),
      ...prompts({ db, now, momo: openMomo(config), warn: (what, words) => app.log.warn(what, words) }),
      ...delivery({ db, now, ...services, ceiling: { perDay: config.SMS_PER_DAY, reached: sayCeiling(app.log) } }),
    ];
    const onError = (job: string, error: unknown) => app.log.error({ err: error, job }, 'a job failed');
    const ofDrivers = [driverImport, takeBackJob(driversWithMoney)];
    const chunked = [bookCheck, ...ofDrivers, statementImport, reminderJob(config.PUBLIC_URL ?? null)];
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
