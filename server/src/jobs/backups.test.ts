import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import type { ArchiveState } from '#integrations/archive/archive-store.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { backupJobs } from './backups.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const HOUR = 3_600_000;

test('a base is kept when one is due, opened each day of the setting, and the owner is told once a day that nothing is kept', async () => {
  const done: string[] = [];
  let isDue = true;
  const state: ArchiveState = { place: '/mnt/backup', keptUntil: null, stalled: null, lacksBase: false };
  const archiver = {
    state: () => state,
    isBaseDue: async () => isDue,
    keepBase: async () => {
      done.push('kept');
      isDue = false;
      return { ended: it.clock.now.toISOString() } as never;
    },
    openNewest: async () => {
      done.push('opened');
      return { moment: new Date(it.clock.now.getTime() - 1_000), rows: new Map() };
    },
  };
  const site = { owner_numbers: ['+233245550001'], owner_emails: ['owner@example.com'] };
  await sql`
    INSERT INTO settings (name, value, updated_at) VALUES ('site', ${JSON.stringify(site)}, now())
    ON CONFLICT (name) DO UPDATE SET value = settings.value || excluded.value`.execute(it.db);
  const onError = (_: string, error: unknown) => {
    throw error;
  };
  const now = () => it.clock.now;
  const jobs = jobServer({
    db: it.db,
    now,
    recurring: backupJobs({ db: it.db, now, archiver, checkDays: 2 }),
    onError,
  });
  const after = async (hours: number): Promise<string[]> => {
    it.clock.now = new Date(it.clock.now.getTime() + hours * HOUR);
    await jobs.runDue();
    return done.splice(0);
  };
  const told = () =>
    it.db
      .selectFrom('outbox_messages')
      .select(['recipient', 'body'])
      .where('body', 'like', '%nothing has been backed up%')
      .execute();
  expect(await after(0)).toEqual(['kept', 'opened']);
  expect(await after(2)).toEqual([]);
  expect(await after(49)).toEqual(['opened']);
  expect(await told()).toEqual([]);
  state.stalled = { since: it.clock.now, why: 'the disk is not there' };
  expect(await after(49)).toEqual([]);
  const [text] = await told();
  expect((await told()).map(({ recipient }) => recipient).sort()).toEqual(['+233245550001', 'owner@example.com']);
  expect(text?.body).toContain('nothing has been backed up to /mnt/backup since ');
  await after(1);
  expect(await told()).toHaveLength(2);
  await after(25);
  expect(await told()).toHaveLength(4);
});
