import { cpSync, existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBuild } from '#lib/build-folder.ts';
import { buildWeb } from '../builders/web-build.ts';
import { endServers } from './end-servers.ts';
import { type Server, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

let builds: string;
let data: ReturnType<typeof startedFolder>[];
let servers: Server[];
beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'banbo-builds-'));
  data = [startedFolder(), startedFolder()];
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server, index) => endServers([server], data[index]?.dataDir ?? '')));
  for (const { remove } of data) remove();
  rmSync(builds, { recursive: true });
});

/** Builds small pages with a script of this name, as a start does, and answers their folder. */
const buildFor = async (name: string): Promise<string> => {
  const pages = buildWeb();
  writeFileSync(join(pages.folder, `client/assets/${name}.js`), `console.info("${name}");`);
  const build = async (draft: string) => cpSync(pages.folder, draft, { recursive: true });
  await placeBuild({ builds, name, whole: 'pages.json', build });
  pages.remove();
  return join(builds, name);
};

const serve = async (build: string, settings: Record<string, string> = {}): Promise<Server> => {
  const server = await startServer(data[servers.length]?.dataDir ?? '', { WEB_BUILD: build, ...settings });
  servers.push(server);
  return server;
};

const statuses = ({ address }: Server, ...paths: string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await fetch(`${address}${path}`)).status));

test('a server keeps its pages while others are built and served from the same folder, until it has died', async () => {
  const mine = await buildFor('mine');
  const first = await serve(mine);
  // Hours later somebody starts a demo, whose pages name another address.
  utimesSync(mine, new Date(0), new Date(0));
  const second = await serve(await buildFor('demo'), { PUBLIC_URL: 'https://demo.example' });
  expect(await statuses(first, '/', '/about', '/assets/mine.js', '/assets/demo.js')).toEqual([200, 200, 200, 404]);
  expect(await statuses(second, '/', '/about', '/assets/mine.js', '/assets/demo.js')).toEqual([200, 200, 404, 200]);

  first.kill('SIGKILL');
  await first.end;
  await buildFor('third');
  expect(existsSync(mine)).toBe(false);
  expect(await statuses(second, '/', '/assets/demo.js')).toEqual([200, 200]);
});
