import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobServer, readClock } from '#domains/jobs';
import { noteBackup } from '#domains/reports';
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
  let isRemovalDue = false;
  let uptime = 0;
  const state: ArchiveState = {
    ...{ place: '/mnt/backup', keptUntil: null, stalled: null, waiting: null },
    ...{ lacksBase: false, baseSince: null, baseFailure: null, openFailure: null },
  };
  const archiver = {
    state: () => state,
    isBaseDue: async () => isDue,
    keepBase: async () => {
      done.push('kept');
      isDue = false;
      isRemovalDue = true;
      return { ended: it.clock.now.toISOString() } as never;
    },
    isRemovalDue: () => isRemovalDue,
    removeOld: async () => {
      done.push('removed');
      isRemovalDue = false;
      return null;
    },
    openNewest: async () => {
      if (state.openFailure !== null) throw new Error(state.openFailure);
      done.push('opened');
      return { moment: new Date(it.clock.now.getTime() - 1_000), rows: new Map() };
    },
  };
  const site = { owner_numbers: ['+233245550001'], owner_emails: ['owner@example.com'] };
  await sql`
    INSERT INTO settings (name, value, updated_at) VALUES ('site', ${JSON.stringify(site)}, now())
    ON CONFLICT (name) DO UPDATE SET value = settings.value || excluded.value`.execute(it.db);
  const onError = (_: string, error: unknown) => {
    if ((error as Error).message !== state.openFailure) throw error;
  };
  const now = () => it.clock.now;
  const jobs = jobServer({
    db: it.db,
    now,
    recurring: backupJobs({ db: it.db, now, archiver, checkDays: 2, uptime: () => uptime }),
    onError,
  });
  const after = async (hours: number): Promise<string[]> => {
    it.clock.now = new Date(it.clock.now.getTime() + hours * HOUR);
    await jobs.runDue();
    return done.splice(0);
  };
  /** Passes hours in which the server was off; then somebody says that the clock is right. */
  const setAhead = async (hours: number): Promise<void> => {
    it.clock.now = new Date(it.clock.now.getTime() + hours * HOUR);
    await it.db.deleteFrom('server_clock').execute();
  };
  const told = () => it.db.selectFrom('outbox_messages').select(['recipient', 'body']).execute();
  expect(await after(0)).toEqual(['kept', 'opened', 'removed']);
  expect(await after(2)).toEqual([]);
  // Copies in folders, and what a wrong clock dated, say nothing of what is in the place.
  await noteBackup(it.db, new Date(it.clock.now.getTime() + 48 * HOUR));
  await noteBackup(it.db, new Date(it.clock.now.getTime() + 5_000 * HOUR), 'opened');
  await setAhead(49);
  expect(await after(0)).toEqual(['opened']);
  expect(await told()).toEqual([]);
  uptime = HOUR;
  state.stalled = { since: it.clock.now, why: 'the disk is not there' };
  await setAhead(49);
  expect(await after(0)).toEqual([]);
  const [text] = await told();
  expect((await told()).map(({ recipient }) => recipient).sort()).toEqual(['+233245550001', 'owner@example.com']);
  expect(text?.body).toContain('nothing has been backed up to /mnt/backup since ');
  await after(1);
  expect(await told()).toHaveLength(2);
  await after(24);
  expect(await told()).toHaveLength(4);
  // It was mended, and stopped anew within the day.
  await after(1);
  state.stalled = { since: it.clock.now, why: 'the disk is full' };
  await after(1);
  expect(await told()).toHaveLength(6);
  state.stalled = null;
  state.baseSince = new Date(it.clock.now.getTime() - 35 * HOUR);
  await after(0.5);
  expect(await told()).toHaveLength(6);
  state.baseFailure = 'the disk has no room for it';
  await after(1);
  const bodies = (await told()).slice(6).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies.join()).toContain('the whole database has not been copied to /mnt/backup since ');
  expect(bodies.join()).toContain('the disk has no room for it');
  Object.assign(state, { baseSince: null, baseFailure: null, openFailure: '2.1 GB are needed, and 0.9 GB are free' });
  await setAhead(70);
  await after(0);
  expect(await told()).toHaveLength(8);
  await setAhead(3);
  await after(0);
  const unopened = (await told()).slice(8).map(({ body }) => body);
  expect(unopened).toHaveLength(2);
  expect(unopened.join()).toContain('no backup in /mnt/backup has been opened and read since ');
  expect(unopened.join()).toContain('2.1 GB are needed, and 0.9 GB are free');
});

test('by a wrong clock no base is made while there is one, and nothing is removed', async () => {
  const done: string[] = [];
  const state = { stalled: null, lacksBase: false, baseSince: new Date(it.clock.now.getTime() - HOUR) } as ArchiveState;
  const archiver = {
    state: () => state,
    isBaseDue: async () => true,
    keepBase: async () => done.push('kept') as never,
    isRemovalDue: () => true,
    removeOld: async () => done.push('removed') as never,
    openNewest: async () => ({ moment: it.clock.now, rows: new Map() }),
  };
  const runner = jobServer({
    db: it.db,
    now: () => it.clock.now,
    recurring: backupJobs({
      db: it.db,
      now: () => it.clock.now,
      archiver,
      checkDays: 3_650,
      uptime: () => it.clock.now.getTime(),
    }),
    onError: (_, error) => expect.unreachable(String(error)),
  });
  await readClock(it.db, it.clock.now);
  it.clock.now = new Date(it.clock.now.getTime() + 400 * 24 * HOUR);
  await Promise.all(await runner.poll());
  expect(done).toEqual([]);
});
