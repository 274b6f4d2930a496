import { expect, test } from 'vitest';
import { type ImportJob, statusOf } from './import-status.ts';

const jobThat = (status: NonNullable<ImportJob>['status']): ImportJob => ({
  ...{ status, done: 200, total: 200, note: '', failure: '', attempts: 1 },
  ...{ due_at: new Date(0), ended_at: null },
});

test.each([
  [jobThat('waiting'), 'importing'],
  [jobThat('running'), 'importing'],
  [jobThat('failed'), 'failed'],
  [jobThat('cancelled'), 'failed'],
  [null, 'failed'],
  // The record was read before the last chunk was there, and the job after it.
  [jobThat('done'), 'importing'],
] as const)('an import that goes on by %j is %s', (job, status) => {
  expect(statusOf('importing', job)).toBe(status);
});

test('an import that has ended is what its record says', () => {
  expect(statusOf('imported', null)).toBe('imported');
});
