import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Engine, openEngine } from './engine.ts';
import { ensureDatabase } from './first-database.ts';
import { type SpareSpace, setAside } from './spare-space.ts';
import { keepUp, type Upkeep } from './upkeep.ts';

let folder: string;
let spare: SpareSpace;
let engine: Engine;
let upkeep: Upkeep;
beforeAll(async () => {
  folder = fs.mkdtempSync(join(tmpdir(), 'banbo-upkeep-'));
  spare = setAside(join(folder, 'spare'));
  expect(spare.restore()).toBe(true);
  await ensureDatabase(join(folder, 'database'), spare);
  engine = await openEngine(join(folder, 'database'), spare);
  upkeep = keepUp(engine, spare);
  await engine.exec('CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, note text)');
});
afterAll(async () => {
  upkeep.stop();
  await engine.close();
  fs.rmSync(folder, { recursive: true });
});

const one = async (query: string): Promise<unknown> =>
  Object.values((await engine.query<object>(query)).rows[0] ?? {})[0];
const write = (megabytes: number) =>
  engine.exec(`INSERT INTO notes (note) SELECT repeat('x', 1000) FROM generate_series(1, ${megabytes * 1000})`);

/** Lets the log and the spare space grow no more, as on a disk that holds just what is there. */
const fillDisk = () => {
  const { writeSync } = fs;
  const room = () => !fs.existsSync(join(folder, 'spare'));
  return vi.spyOn(fs, 'writeSync').mockImplementation((...given: unknown[]) => {
    const [file, , , length, position] = given as [number, unknown, unknown, number, number];
    const path = fs.readlinkSync(`/proc/self/fd/${file}`);
    const grows = position + length > fs.fstatSync(file).size;
    const isFull = path.endsWith('/spare') || (path.includes('/pg_wal/') && !room());
    if (grows && isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return (writeSync as (...all: unknown[]) => number)(...given);
  });
};

test('on a full disk the log gets the spare space, and then people may read but not write until there is room', async () => {
  const full = fillDisk();
  await write(20);
  expect(fs.existsSync(join(folder, 'spare'))).toBe(false);
  await upkeep.round();
  await expect(engine.query("INSERT INTO notes (note) VALUES ('more')")).rejects.toMatchObject({ code: '25006' });
  expect(await one('SELECT count(*) FROM notes')).toBe('20000');
  full.mockRestore();
  await upkeep.round();
  expect(fs.statSync(join(folder, 'spare')).size).toBe(32 * 1024 * 1024);
  await engine.query("INSERT INTO notes (note) VALUES ('more')");
});

test('the log since the last checkpoint is bounded, however busy the database is', async () => {
  await write(70);
  await upkeep.round();
  const bytes = await one(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int4 FROM pg_control_checkpoint()`);
  expect(bytes).toBeLessThan(1024 * 1024);
});

test('tables that changed are vacuumed and analysed, but only while nobody asks anything', async () => {
  await engine.query('DELETE FROM notes WHERE id % 2 = 0');
  await upkeep.round();
  expect(await one("SELECT reltuples::int4 FROM pg_class WHERE relname = 'notes'")).toBe(-1);
  engine.usedAt = Number.NEGATIVE_INFINITY;
  await upkeep.round();
  const { rows } = await engine.query(`
    SELECT reltuples::int8 AS rows, n_dead_tup AS dead
    FROM pg_class JOIN pg_stat_user_tables ON relid = oid WHERE oid = 'notes'::regclass`);
  expect(rows).toEqual([{ rows: await one('SELECT count(*) FROM notes'), dead: '0' }]);
});

test('every commit is flushed to the disk before it is confirmed', async () => {
  expect(await one('SHOW fsync')).toBe('on');
  expect(await one('SHOW synchronous_commit')).toBe('on');
  const flushed: string[] = [];
  const { fsyncSync } = fs;
  const watch = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    flushed.push(fs.readlinkSync(`/proc/self/fd/${file}`));
    fsyncSync(file);
  });
  for (const note of ['one', 'two', 'three']) {
    await engine.query('INSERT INTO notes (note) VALUES ($1)', [note]);
  }
  watch.mockRestore();
  expect(flushed.filter((path) => path.includes('/pg_wal/'))).toHaveLength(3);
});
