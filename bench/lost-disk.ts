import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config.ts';
import { withDatabase } from '../server/src/with-database.ts';
import { loadConfirmed } from '../server/test/crash/confirmed-load.ts';
import { countPostgres } from '../server/test/crash/postgres-processes.ts';
import { dataFolder, runProduct, startServer } from '../server/test/crash/server-process.ts';
import { readStored } from '../server/test/crash/stored.ts';
import { addOfficeUser } from './lib/office-user.ts';
import { FROM_PAGES } from './lib/sessions.ts';

/**
 * Kills a server under load at a random moment and removes its disk, restores it from its backups,
 * and goes on with what was restored. Tells what was confirmed and is missing, and how old it was.
 */
const { values: given } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    /** Seconds of load: at least, and at most. */
    least: { type: 'string', default: '45' },
    most: { type: 'string', default: '100' },
  },
});
const [times, least, most] = [given.times, given.least, given.most].map(Number) as [number, number, number];

const { dataDir: root, remove } = dataFolder();
const place = join(root, 'backups');
mkdirSync(place);
const settings = { BACKUP_URL: place, BACKUP_PASSPHRASE: 'the passphrase of a bench' };

const hasBase = async (address: string, headers: Record<string, string>): Promise<boolean> => {
  const { backup } = (await (await fetch(`${address}/api/dashboard`, { headers })).json()) as {
    backup?: { archive?: { lacks_base: boolean } };
  };
  return backup?.archive?.lacks_base === false;
};

const PASSWORD = 'the password of a bench';

const signIn = async (address: string): Promise<Record<string, string>> => {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { ...FROM_PAGES, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ama.mensah', password: PASSWORD, persist: false }),
  });
  if (answer.status !== 200) throw new Error(`Signing in was answered with ${answer.status}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
};

/** Loads a server on the folder, and kills it; gives what it had confirmed, and until when. */
const loadAndKill = async (folder: string) => {
  const server = await startServer(folder, settings);
  const headers = await signIn(server.address);
  while (!(await hasBase(server.address, headers))) await delay(200);
  const load = await loadConfirmed(server.address, headers);
  await delay((least + Math.random() * (most - least)) * 1_000);
  server.kill('SIGKILL');
  const lostAt = Date.now();
  await Promise.all([load.end(), server.end]);
  while (countPostgres(folder) > 0) await delay(50);
  rmSync(folder, { recursive: true });
  return { confirmed: load.confirmed, lostAt };
};

const proves = async (command: string, folder: string): Promise<string> =>
  (await runProduct(command, folder)).code === 0 ? 'agree' : 'DIFFER';

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

try {
  let folder = join(root, 'disk-0');
  const first = await startServer(folder, settings);
  await withDatabase(readConfig({ DATA_DIR: folder }), (db) => addOfficeUser(db, PASSWORD));
  first.kill('SIGTERM');
  await first.end;
  const before: string[] = [];
  console.log('| | confirmed | missing | the oldest missing, s before | restored in, s | books | totals | photos |');
  console.log('|---:|---:|---:|---:|---:|---|---|---|');
  for (let time = 1; time <= times; time += 1) {
    const { confirmed, lostAt } = await loadAndKill(folder);
    folder = join(root, `disk-${time}`);
    const begun = performance.now();
    const { code, output } = await runProduct('restore', folder, [], settings);
    if (code !== 0) throw new Error(output);
    const took = performance.now() - begun;
    const stored = await readStored(folder);
    const has = new Set(stored.drivers);
    const missing = confirmed.filter(({ driver }) => !has.has(driver));
    const lost = before.filter((driver) => !has.has(driver));
    if (lost.length > 0) throw new Error(`${lost.length} of former disks are missing`);
    const isWhole = stored.namedPhotos.every((photo) => existsSync(join(folder, 'files/drivers', photo)));
    const oldest = Math.max(0, ...missing.map(({ at }) => lostAt - at));
    const proved = [await proves('books:check', folder), await proves('totals:check', folder)];
    console.log(
      `| ${[time, confirmed.length, missing.length, seconds(oldest), seconds(took), ...proved, isWhole ? 'all' : 'MISSING'].join(' | ')} |`,
    );
    before.push(...confirmed.filter(({ driver }) => has.has(driver)).map(({ driver }) => driver));
  }
} finally {
  remove();
}
