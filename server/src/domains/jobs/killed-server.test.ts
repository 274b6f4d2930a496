import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { presenceAmong } from '#db/connection/presence.ts';
import { awaitLater } from '#lib/gather.ts';
import { countingJob } from '../../../test/counting-job.ts';
import { startDatabase } from '../../../test/harness.ts';
import { othersHaveEnded, startBeside } from '../../../test/server-beside.ts';
import { queueJob } from './define-job.ts';
import { jobServer } from './job-server.ts';
import { jobProgress } from './jobs.repo.ts';

const CHUNKS = 100_000;

test('a server killed in the middle of a job loses no chunk, and another goes on at once and repeats none', async () => {
  const it = await startDatabase();
  onTestFinished(() => it.close());
  const id = await it.db
    .transaction()
    .execute((tx) => queueJob(tx, countingJob(), { count: CHUNKS, file: '' }, { by: null, now: new Date() }));
  const server = await startBeside(it.db, 'counting-server.ts');
  const ended = awaitLater(once(server, 'exit'));
  const progress = async () => {
    const { done = 0, total, status } = (await jobProgress(it.db, id)) ?? {};
    return { done, total, status };
  };
  await expect.poll(async () => (await progress()).done, { interval: 5 }).toBeGreaterThan(20);
  server.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  // Its connection ends, and with it its chunk, before another server may take the job over.
  await othersHaveEnded(it.db);

  const written = async () =>
    (await it.db.selectFrom('nationalities').select('nationality').where('nationality', '~', '^N[0-9]+$').execute())
      .length;
  const { done } = await progress();
  expect(done).toBeLessThan(CHUNKS);
  expect(await written()).toBe(done);

  // Twenty more will do.
  await sql`UPDATE jobs SET input = ${JSON.stringify({ count: done + 20 })}::jsonb`.execute(it.db);
  const next = jobServer({
    db: it.db,
    presence: presenceAmong(it.db, it.channel),
    chunked: [countingJob()],
    findAuthor: async () => null,
    onError: () => {},
    pause: async () => {},
  });
  // Long before the minute is over that its hold lasts.
  await expect
    .poll(async () => {
      await next.runDue();
      return progress();
    })
    .toMatchObject({ status: 'done', done: done + 20 });
  expect(await written()).toBe(done + 20);
});
