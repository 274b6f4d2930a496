import { defaultRights, type StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findAuthor } from '#domains/identity';
import { transitionPayments } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildUser, shapeRole } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { defineJob, queueJob } from './define-job.ts';
import { jobServer } from './job-server.ts';
import { jobProgress } from './jobs.repo.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** Clears a payment a chunk; `before` runs before each chunk, outside its transaction. */
const clearing = (before: () => Promise<unknown> = async () => {}) => ({
  job: defineJob({
    name: 'clear payments',
    needs: 'payments.clear',
    input: z.strictObject({ ids: z.array(z.string()) }),
    position: z.number(),
    chunk: async (tx, { input, position, by, now }) => {
      const done = (position ?? 0) + 1;
      await transitionPayments(tx, { ids: [input.ids[done - 1] ?? ''], change: 'clear', by, now });
      return { next: done < input.ids.length ? done : null, done };
    },
  }),
  before,
});

const errors: unknown[] = [];
const run = ({ job, before }: ReturnType<typeof clearing>) =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    chunked: [job],
    findAuthor,
    onError: (_, error) => errors.push(error),
    pause: async () => void (await before()),
  }).runDue();

const newAuthor = async (role: StaffRole = 'SuperUser'): Promise<Author> => {
  const { id, username } = await buildUser(it, { role });
  return { accountId: id, ...defaultRights(role), login: username, requestId: 'r' };
};

const newClaims = async (): Promise<string[]> => {
  const claim = async () => buildPayment(it, submissionOf((await buildDriver(it)).driver));
  return [await claim(), await claim()];
};

const queue = (by: Author | null, ids: string[]): Promise<string> =>
  it.db.transaction().execute((tx) => queueJob(tx, clearing().job, { ids }, { by, now: it.clock.now }));

const cleared = async (ids: string[]) => {
  const rows = it.db.selectFrom('payments').select('id').where('id', 'in', ids).where('status', '=', 'cleared');
  return (await rows.orderBy('id').execute()).map(({ id }) => id);
};

test('the audit log puts what a job changes down to whoever queued it, and names the job', async () => {
  const [author, ids] = [await newAuthor(), await newClaims()];
  const job = await queue(author, ids);
  await run(clearing());
  expect(await jobProgress(it.db, job)).toMatchObject({ status: 'done', done: 2 });
  const logged = it.db.selectFrom('audit_log').select(['actor', 'actor_id', 'action', 'request_id']);
  expect(await logged.where('subject_kind', '=', 'payment').where('subject_id', 'in', ids).execute()).toEqual(
    ids.map(() => ({
      actor: author.login,
      actor_id: author.accountId,
      action: 'payments.clear',
      request_id: `job ${job}`,
    })),
  );
});

test('nobody queues a job that they may not do themselves, nor one without an author', async () => {
  const refused = { code: 'not_permitted', message: 'You are not authorized to do this.' };
  await expect(queue(await newAuthor('Legal'), [])).rejects.toMatchObject(refused);
  await expect(queue(null, [])).rejects.toMatchObject(refused);
});

test.each([
  ['is blocked', { status: 'blocked' }, () => 'The user who started this was blocked or deleted.'],
  [
    'is demoted',
    { role: 'Legal' },
    ({ login }: Author) => `The user ${login}, who started this, is no longer authorized to do it.`,
  ],
] as const)('the job of somebody who %s stops before its next chunk and says why', async (_, change, failure) => {
  const [author, ids] = [await newAuthor(), await newClaims()];
  const job = await queue(author, ids);
  const before = () => it.db.updateTable('accounts').set(change).where('id', '=', author.accountId).execute();
  await run(clearing(before));
  expect(await jobProgress(it.db, job)).toMatchObject({ status: 'failed', done: 1, failure: failure(author) });
  expect(await cleared(ids)).toEqual([ids[0]]);
  expect(errors.pop()).toMatchObject({ message: failure(author) });
});

test('the job of somebody whose role loses the permission stops before its next chunk', async () => {
  const [author, ids] = [await newAuthor(), await newClaims()];
  const job = await queue(author, ids);
  await run(clearing(() => shapeRole(it, 'SuperUser', { 'payments.clear': false })));
  const failure = `The user ${author.login}, who started this, is no longer authorized to do it.`;
  expect(await jobProgress(it.db, job)).toMatchObject({ status: 'failed', done: 1, failure });
  expect(await cleared(ids)).toEqual([ids[0]]);
  expect(errors.pop()).toMatchObject({ message: failure });
  await shapeRole(it, 'SuperUser', {});
});
