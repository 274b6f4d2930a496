import { jobLabel } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driversWithMoney, statementImport } from '#domains/clearance';
import { driverImport, takeBackJob } from '#domains/drivers';
import { reminderJob } from '#domains/payments';
import { bookCheck } from '#domains/reports';
import { fakeMail } from '#integrations/mail/fake-mail.ts';
import { fakeSms } from '#integrations/sms/fake-sms.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { nightlyBookCheck } from './check-books.ts';
import { delivery } from './delivery.ts';
import { foldingOfTotals } from './fold-totals.ts';
import { housekeeping } from './housekeeping.ts';
import { matchingOfClaims } from './match-claims.ts';
import { priceWatch } from './price-watch.ts';
import { prompts } from './prompts.ts';
import { textingOfReceipts } from './text-receipts.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('every job has plain words, in which staff read of its failure', () => {
  const deps = { ...it, now: () => it.clock.now, warn: () => {} };
  const unused = () => Promise.reject(new Error('The test runs no job'));
  const ceiling = { perDay: 1, reached: () => {} };
  const jobs = [
    ...housekeeping({ ...deps, claimDays: 14, registrationDays: 30 }),
    ...[foldingOfTotals(it.db), matchingOfClaims(deps), nightlyBookCheck(deps), priceWatch(deps)],
    ...[
      textingOfReceipts({ ...deps, linksTo: null }),
      ...prompts({ ...deps, momo: { ask: unused, statusOf: unused } }),
    ],
    ...delivery({ ...deps, mail: fakeMail(), sms: fakeSms(), ceiling }),
    ...[bookCheck, driverImport, takeBackJob(driversWithMoney), statementImport, reminderJob(null)],
  ];
  expect(jobs.map(({ name }) => name).filter((name) => jobLabel(name) === name)).toEqual([]);
});
