import { JOB_NAMES, jobLabel } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presenceAlone } from '#db/connection/presence.ts';
import { fakeMail } from '#integrations/mail/open-mail.ts';
import { fakeSms } from '#integrations/sms/open-sms.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { everyJob } from './every-job.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('every job has plain words, in which staff read of its failure, and no words are of a job that is gone', () => {
  const unused = () => Promise.reject(new Error('The test runs no job'));
  const { recurring, chunked } = everyJob({
    ...{ db: it.db, presence: presenceAlone(), files: it.files, now: () => it.clock.now, linksTo: null },
    ...{ mail: fakeMail(), sms: fakeSms(), momo: { ask: unused, statusOf: unused } },
    ...{
      claimDays: 14,
      registrationDays: 30,
      smsPerDay: 1,
      makesBackups: true,
      archiver: null,
      checkDays: 1,
      log: { warn: () => {}, error: () => {} },
    },
  });
  const names = [...recurring, ...chunked].map(({ name }) => name);
  expect(names.filter((name) => jobLabel(name) === name)).toEqual([]);
  expect(names.toSorted()).toEqual(JOB_NAMES.toSorted());
});
