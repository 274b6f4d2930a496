import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { ARCHIVE_COMMAND, type HandOver, handOver, RESTORE_COMMAND } from './hand-over.ts';

const SEGMENT = '000000010000000000000001';

let root: string;
let folder: string;
let handing: HandOver;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-handover-'));
  folder = join(root, 'database');
  mkdirSync(join(folder, 'pg_wal'), { recursive: true });
});
afterEach(async () => {
  await handing.stop();
  rmSync(root, { recursive: true });
});

/** Runs a command as PostgreSQL does, and gives its exit code. */
const run = (command: string, name = SEGMENT): Promise<number | null> => {
  const line = command.replaceAll('%f', name).replaceAll('%p', `pg_wal/${name}`);
  const child = spawn('sh', ['-c', line], { cwd: folder, stdio: 'ignore' });
  return new Promise((resolve) => child.on('exit', resolve));
};

/** Answers for segments to be kept, and gives the names that are asked for. */
const archive = (keep: (name: string) => Promise<boolean>): string[] => {
  const asked: string[] = [];
  const answer = async (name: string): Promise<boolean> => {
    asked.push(name);
    return keep(name);
  };
  handing = handOver(folder, { kind: 'self' }, { ending: 'yes', answer });
  return asked;
};

test('PostgreSQL is told that a segment is kept, or that it is not', async () => {
  const asked = archive(async (name) => {
    if (name.endsWith('3')) throw new Error('The place is away');
    return !name.endsWith('2');
  });
  const codes = [1, 2, 3].map((number) => run(ARCHIVE_COMMAND, SEGMENT.slice(0, -1) + number));
  expect((await Promise.all(codes)).map((code) => code === 0)).toEqual([true, false, false]);
  expect(asked.sort()).toEqual([1, 2, 3].map((number) => SEGMENT.slice(0, -1) + number));
  expect(readdirSync(join(root, 'handover'))).toEqual(['answerer']);
});

test('a restore puts a segment where PostgreSQL asks for it', async () => {
  handing = handOver(
    folder,
    { kind: 'self' },
    {
      ending: 'got',
      answer: async (name, put) => {
        if (name.endsWith('.history')) return false;
        if (name !== SEGMENT) throw new Error('The place is away');
        writeFileSync(put, 'the log', { flag: 'wx' });
        return true;
      },
    },
  );
  expect(await run(RESTORE_COMMAND)).toBe(0);
  expect(readFileSync(join(folder, 'pg_wal', SEGMENT), 'utf8')).toBe('the log');
  // PostgreSQL takes any code up to 125 for the end of the log, and ends itself at a greater one.
  expect(await run(RESTORE_COMMAND, '00000002.history')).toBe(1);
  expect(await run(RESTORE_COMMAND, '000000010000000000000002')).toBe(255);
  expect(await run(RESTORE_COMMAND, 'passwd')).toBe(255);
  expect(readdirSync(join(root, 'handover'))).toEqual(['answerer']);
});

test('what is no file of the log is never asked for, and a link is never written through', async () => {
  const asked = archive(async () => true);
  const other = join(root, 'of-root');
  writeFileSync(other, 'kept');
  const place = join(root, 'handover');
  symlinkSync(other, join(place, `${SEGMENT}.7.yes`));
  writeFileSync(join(place, `${SEGMENT}.7.ask`), '');
  writeFileSync(join(place, 'passwd.7.ask'), '');
  await expect.poll(() => readdirSync(place).filter((name) => name.endsWith('.ask'))).toEqual([]);
  expect(readFileSync(other, 'utf8')).toBe('kept');
  expect(asked).toEqual([SEGMENT]);
});

test('a command ends when the process that answers has ended, so that PostgreSQL can end too', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  handing = handOver(folder, { kind: 'self' }, { ending: 'yes', answer: () => promise });
  const ended = spawnSync('true').pid;
  writeFileSync(join(root, 'handover/answerer'), `${ended}\n`);
  expect(await run(ARCHIVE_COMMAND)).not.toBe(0);
  resolve(true);
  await handing.stop();
  // Without a server there is no folder.
  expect(await run(ARCHIVE_COMMAND)).not.toBe(0);
  expect(await run(RESTORE_COMMAND)).toBe(255);
});

test('PostgreSQL can ask again after somebody emptied or removed the folder', async () => {
  archive(async () => true);
  const place = join(root, 'handover');
  for (const gone of [join(place, 'answerer'), place]) {
    rmSync(gone, { recursive: true });
    await expect.poll(() => run(ARCHIVE_COMMAND), { timeout: 5_000 }).toBe(0);
  }
});

test('an answer that never comes holds up the end for a second', async () => {
  archive(() => new Promise(() => {}));
  const asked = awaitLater(run(ARCHIVE_COMMAND));
  await expect.poll(() => readdirSync(join(root, 'handover')).length).toBe(2);
  const begun = performance.now();
  await handing.stop();
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(await asked).not.toBe(0);
});
