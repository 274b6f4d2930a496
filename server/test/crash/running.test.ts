import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { withDatabase } from '../../src/with-database.ts';
import { loadConfirmed } from './confirmed-load.ts';
import { endServers } from './end-servers.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';
import { signInAt } from './sign-in.ts';
import { startedFolder } from './started-folder.ts';
import { readStored } from './stored.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The commands of a section of the page for operators, as it has them. */
const commandsOf = (section: string): string[] => {
  const page = readFileSync(join(ROOT, 'docs/running.md'), 'utf8');
  const [, body = ''] = page.split(`\n## ${section}\n`);
  const [own = ''] = body.split('\n## ');
  return [...own.matchAll(/```sh\n([\s\S]*?)\s*```/g)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.trim()),
  );
};

let root: ReturnType<typeof dataFolder>;
let first: ReturnType<typeof startedFolder>;
let servers: Server[];
beforeEach(() => {
  root = dataFolder();
  first = startedFolder();
  servers = [];
});
afterEach(async () => {
  await endServers(servers, first.dataDir);
  first.remove();
  root.remove();
});

/** Runs a line of the page in the project's folder, with the settings of the installation. */
const type = async (line: string, settings: Record<string, string>): Promise<{ code: number | null; said: string }> => {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn('sh', ['-c', `${line} 2>&1`], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = text(child.stdout);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { code, said: await said };
};

test('who types what the page for operators says has the last moment of a lost disk again, a moment before, and a copy', async () => {
  const place = join(root.dataDir, 'backup');
  mkdirSync(place);
  // The page's own settings, with a place of this machine.
  const [url = '', passphrase = '', copying = ''] = commandsOf('Backups');
  expect([url, passphrase.split('=')[0]]).toEqual(['BACKUP_URL=/mnt/backup', 'BACKUP_PASSPHRASE']);
  const settings = { BACKUP_URL: place, BACKUP_PASSPHRASE: passphrase.slice(passphrase.indexOf('=') + 1) };
  const server = await startServer(first.dataDir, settings);
  servers.push(server);
  const bases = () => readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => /\/base\./.test(name));
  await expect.poll(() => bases().length).toBe(1);
  const headers = await withDatabase(readConfig({ DATA_DIR: first.dataDir }), (db) => signInAt(server.address, db));
  const load = await loadConfirmed(server.address, headers, 1);
  await expect.poll(() => load.confirmed.length).toBeGreaterThan(1);
  await delay(2_000);
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ');
  await load.end();
  const copy = join(root.dataDir, 'copy');
  const copied = await type(copying.replace('/mnt/copies/today', copy), { ...settings, DATA_DIR: first.dataDir });
  expect(copied).toMatchObject({ code: 0, said: expect.stringContaining(`The backup is in ${copy}`) });
  server.kill('SIGTERM');
  await server.end;
  rmSync(first.dataDir, { recursive: true });

  const [last = '', past = '', folder = '', check = '', start = ''] = commandsOf('Restore');
  expect(start).toBe('npm start');
  const drivers = load.confirmed.map(({ driver }) => driver);
  const restores = [last, past.replace('2026-11-22 15:59', moment), folder.replace('/mnt/copies/today', copy)];
  for (const [number, line] of restores.entries()) {
    const DATA_DIR = join(root.dataDir, `restored-${number}`);
    const restored = await type(line, { ...settings, DATA_DIR });
    expect(restored, line).toMatchObject({ code: 0, said: expect.stringContaining('every row was read') });
    expect((await readStored(DATA_DIR)).drivers, line).toEqual(expect.arrayContaining(drivers.slice(0, 2)));
    expect(await type(check, { ...settings, DATA_DIR }), line).toMatchObject({ code: 0 });
    expect(existsSync(join(DATA_DIR, 'secrets'))).toBe(true);
  }
  cpSync(join(root.dataDir, 'restored-0'), first.dataDir, { recursive: true });
});
