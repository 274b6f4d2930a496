import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBuild } from './build-folder.ts';
import { shareFolder } from './folder-lock.ts';

const ROOT = join(import.meta.dirname, '../../..');

let builds: string;
let built: string[];
beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'banbo-builds-'));
  built = [];
});
afterEach(() => rmSync(builds, { recursive: true }));

const place = (name: string) =>
  placeBuild({
    ...{ builds, name, whole: 'pages.json' },
    build: async (draft) => {
      built.push(name);
      // As the framework does, which empties the folder that it is given.
      rmSync(draft, { recursive: true });
      mkdirSync(draft);
      writeFileSync(join(draft, 'page.html'), name);
      // Gives others a turn while the build is not whole.
      await promisify(setImmediate)();
      writeFileSync(join(draft, 'pages.json'), '[]');
    },
  });

/** Makes it long ago that a start asked for this build. */
const age = (name: string) => utimesSync(join(builds, name), new Date(0), new Date(0));
const names = () => readdirSync(builds).filter((name) => name !== 'lock');

test('of two starts that want the same build one makes it, and both find it whole', async () => {
  await Promise.all([place('a'), place('a')]);
  expect(built).toEqual(['a']);
  expect(readFileSync(join(builds, 'a/page.html'), 'utf8')).toBe('a');
  await place('a');
  expect(built).toEqual(['a']);
});

test('a build for other settings leaves alone the one that is served, and the next one removes it when nobody does', async () => {
  await place('served');
  const release = shareFolder(join(builds, 'served'));
  const another = shareFolder(join(builds, 'served'));
  age('served');
  await place('b');
  expect(names()).toEqual(['b', 'served']);
  release();
  await place('c');
  expect(readFileSync(join(builds, 'served/page.html'), 'utf8')).toBe('served');
  another();
  await place('d');
  expect(names()).toEqual(['b', 'c', 'd']);
});

test('a build that a start has just asked for stays until its server has come', async () => {
  await Promise.all([place('a'), place('b')]);
  expect(names()).toEqual(['a', 'b']);
  age('a');
  await place('c');
  expect(names()).toEqual(['b', 'c']);
});

test('a build that failed or was killed leaves nothing, and the older one stays', async () => {
  await place('a');
  const failing = async (draft: string) => {
    writeFileSync(join(draft, 'page.html'), 'a part');
    throw new Error('the disk is full');
  };
  await expect(placeBuild({ builds, name: 'b', whole: 'pages.json', build: failing })).rejects.toThrow(
    'the disk is full',
  );
  expect(names()).toEqual(['a']);
  mkdirSync(join(builds, 'draft-of-one-killed'));
  mkdirSync(join(builds, 'c'));
  await place('c');
  expect(names()).toEqual(['a', 'c']);
  expect(existsSync(join(builds, 'c/pages.json'))).toBe(true);
});

test('npm start, the demo and the benches of pages are told which builds are theirs', async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const withPages = ['start', 'demo', 'bench:start', 'bench:pages', 'bench:visits'];
  const builds = 'process.env.WEB_BUILD + "\\n" + process.env.SERVER_BUILD';
  const commands = withPages.map((name) => scripts[name]?.replace(/ exec (\S+) .*/, ` exec $1 -p '${builds}'`));
  expect(new Set(commands).size).toBe(1);
  const { stdout } = await promisify(execFile)('sh', ['-c', commands[0] ?? ''], { cwd: ROOT });
  const [web = '', server = ''] = stdout.trim().split('\n');
  expect(existsSync(join(web, 'client/index.html'))).toBe(true);
  expect(existsSync(join(server, 'main.js'))).toBe(true);
});
