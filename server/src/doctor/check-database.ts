import { factsInWords, feedOutageText, hasAccounts, missingFacts } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { compareSchema } from '#db/migration/schema-history.ts';
import { databaseClock, heldClock, readJobStates } from '#domains/jobs';
import { lastRefusal, readOutboxStates } from '#domains/messages';
import { lastBackups, lastCheck } from '#domains/reports';
import { readSite } from '#domains/site';
import { presentOutage } from '#domains/tracking';
import { pluck } from '#lib/values.ts';
import type { Config } from '../config.ts';
import { bad, badBecause, type Diagnosis, good, hoursInWords, warn } from './finding.ts';

type Look = { db: Db; config: Config; now: Date };

const HOUR = 3_600_000;
const hoursSince = (moment: Date, now: Date): number => (now.getTime() - moment.getTime()) / HOUR;

/** Whether this program and the database are of one version; the rest is read only then. */
export const checkSchema = async (
  db: Db,
  folder: string = MIGRATIONS,
): Promise<{ finding: Diagnosis; isCurrent: boolean }> => {
  const about = 'Version';
  try {
    const { pending, newer } = await compareSchema(db, folder);
    if (newer.length > 0) {
      const says = `A newer version brought the database ${newer.length} changes further than this program`;
      return { finding: warn(about, says, 'get that version for this machine too'), isCurrent: true };
    }
    if (pending.length === 0)
      return { finding: good(about, 'Program and database are of one version'), isCurrent: true };
    const says = `The database is ${pending.length} changes behind this program`;
    const todo = 'start the server, which brings it up to date; if it runs, it is an older version: restart it';
    return { finding: warn(about, says, todo), isCurrent: false };
  } catch (error) {
    return { finding: badBecause(about, error, 'start the version that wrote the database'), isCurrent: false };
  }
};

const DRIFT_S = 30;

export const checkClock = async ({ db, now }: Look): Promise<Diagnosis> => {
  const held = await heldClock(db);
  const aheadS = Math.round((now.getTime() - (await databaseClock(db)).getTime()) / 1_000);
  if (held) {
    const days = Math.floor(hoursSince(held.seen_at, held.reads) / 24);
    const says = `The server’s clock went ahead by ${days} days, so nothing expires and no prompt is sent`;
    return bad('Clock', says, 'set the clock right; if it is right, an administrator says so on the dashboard');
  }
  if (Math.abs(aheadS) > DRIFT_S) {
    const says = `This machine’s clock is ${Math.abs(aheadS)} seconds ${aheadS > 0 ? 'ahead of' : 'behind'} the database’s`;
    return bad('Clock', says, 'have both kept right: timedatectl set-ntp true');
  }
  return good('Clock', 'It goes on as it should');
};

const BACKUP_HOURS = 26;

export const checkBackup = async ({ db, config, now }: Look): Promise<Diagnosis> => {
  const { madeAt: made } = await lastBackups(db, now);
  if (made === null) {
    return config.DATABASE_URL === undefined
      ? bad(
          'Backup',
          'No backup was ever made',
          'make one: npm run backup -- /another/disk/today, and name a place for all that follow in BACKUP_URL (docs/running.md, Backups)',
        )
      : warn(
          'Backup',
          'The product makes none of a database of yours',
          'see that its server is backed up, and try to restore it once',
        );
  }
  const hours = hoursSince(made, now);
  return hours > BACKUP_HOURS
    ? bad(
        'Backup',
        `The last good one is ${hoursInWords(hours)} old`,
        config.BACKUP_URL === undefined
          ? 'make one now: npm run backup -- /another/disk/today; then look why the nightly one did not come about'
          : 'see that the place of the backups is there and has room: the server tries again by itself',
      )
    : good('Backup', `The last good one is ${hoursInWords(hours)} old`);
};

const LATE_HOURS = 1;

/** Whether messages get out; the service's last words tell of an empty balance. */
export const checkOutbox = async ({ db, config, now }: Look): Promise<Diagnosis[]> => {
  const channels = [
    ...(config.SMS_URL === undefined ? [] : [{ channel: 'sms', name: 'Texts', priorities: [-1, 0, 1] } as const]),
    ...(config.SMTP_URL === undefined ? [] : [{ channel: 'mail', name: 'Mail', priorities: [0] } as const]),
  ];
  const findings: Diagnosis[] = [];
  for (const { channel, name, priorities } of channels) {
    const kinds = priorities.map((priority) => ({ channel, priority }));
    const kindsWaiting = await readOutboxStates(db, kinds, now);
    const waiting = kindsWaiting.reduce((sum, one) => sum + one.waiting, 0);
    const oldest = Math.max(0, ...kindsWaiting.map((one) => (one.oldest ? hoursSince(one.oldest, now) : 0)));
    if (waiting === 0 || oldest < LATE_HOURS) {
      findings.push(good(name, waiting === 0 ? 'None waits' : `${waiting} are on their way`));
      continue;
    }
    const refusal = await lastRefusal(db, channel);
    const words = refusal === null ? '' : `; the service last said: ${refusal}`;
    const todo = `look at the service’s balance and at the outbox, where staff may have stopped messages`;
    findings.push(bad(name, `${waiting} wait, the oldest for ${hoursInWords(oldest)}${words}`, todo));
  }
  return findings;
};

export const checkJobs = async ({ db }: Look): Promise<Diagnosis> => {
  const failing = (await readJobStates(db)).filter(({ hasFailed }) => hasFailed);
  return failing.length === 0
    ? good('Background jobs', 'None failed at its last run')
    : warn(
        'Background jobs',
        `These failed at their last run: ${pluck(failing, 'name').join(', ')}`,
        'see the office’s page Failed Jobs',
      );
};

/** Whether trackers report as they did. */
export const checkFeeds = async ({ db }: Look): Promise<Diagnosis> => {
  const outage = await presentOutage(db);
  const todo =
    'compare the secret in Traccar with that of the office’s page Unknown Trackers, and look at Traccar’s log';
  return outage
    ? bad('Trackers', feedOutageText(outage).replace(/\.$/, ''), todo)
    : good('Trackers', 'They report as they did');
};

/** Whether the company's own facts are entered, without which nobody can pay or call it. */
export const checkCompany = async ({ db }: Look): Promise<Diagnosis> => {
  const site = await readSite(db);
  const missing = missingFacts(site);
  if (missing.length === 0) return good('Company', 'Its account, phone and addresses are entered');
  const closed = hasAccounts(site) ? '' : ', so payments are not open yet';
  return warn(
    'Company',
    `Not entered: ${factsInWords(missing)}${closed}`,
    'have a SuperAdmin enter it in the office under General Setup, and another person approve it',
  );
};

const CHECK_HOURS = 50;

export const checkBooks = async ({ db, now }: Look): Promise<Diagnosis> => {
  const last = await lastCheck(db);
  if (!last?.ended_at) return warn('Books', 'They were never checked', 'check them: npm run books:check');
  if (last.difference_count !== '0') {
    const todo = 'see the office’s page Book Checks; keep the newest backup and change nothing in the database';
    return bad('Books', `The last check found ${last.difference_count} differences`, todo);
  }
  const hours = hoursSince(last.ended_at, now);
  return hours > CHECK_HOURS
    ? warn('Books', `They were last checked ${hoursInWords(hours)} ago`, 'check them: npm run books:check')
    : good('Books', 'They agreed at their last check');
};
