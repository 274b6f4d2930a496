import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPS, programAt } from './programs.ts';

const ROOT = join(OPS, '..');
const file = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The instructions of the Containerfile, each as one line. No engine builds it in the tests. */
const instructions = (): [string, string][] =>
  file('ops/container/Containerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);

test('the Containerfile copies what is there, brings the project’s Node and runs as a user without rights', () => {
  const all = instructions();
  const known = 'FROM WORKDIR RUN USER COPY ARG ENV VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(' ');
  expect(all.map(([word]) => word).filter((word) => !known.includes(word))).toEqual([]);
  expect(all[0]).toEqual([
    'FROM',
    expect.stringMatching(`^docker.io/library/node:${file('.nvmrc').trim().split('.')[0]}-`),
  ]);
  const copied = all.flatMap(([word, rest]) => (word === 'COPY' ? rest.split(/ +/).slice(1, -1) : []));
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const { workspaces } = JSON.parse(file('package.json'));
  expect(workspaces.filter((one: string) => !copied.includes(`${one}/package.json`))).toEqual([]);
  const users = all.filter(([word]) => word === 'USER').map(([, name]) => name);
  expect(users).toEqual(['node']);
  for (const [word, rest] of all) if (word === 'CMD') expect(JSON.parse(rest)).toEqual(['npm', 'start']);
});

test('its image takes along no data, settings or packages of the machine', () => {
  // Docker reads this name alone; Podman and Buildah read it too.
  const left = file('.dockerignore').split('\n');
  expect(left).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'data', '**/*.env']));
});

test('Compose reads its file, and refuses it without the name of the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-compose-'));
  const compose = join(folder, 'compose.yaml');
  writeFileSync(compose, file('ops/container/compose.yaml'));
  writeFileSync(join(folder, 'banbo.env'), 'PUBLIC_URL=https://www.example.com\n');
  const config = (env: Record<string, string>) =>
    spawnSync(programAt('docker-compose'), ['-f', compose, 'config'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  const { status, stdout, stderr } = config({ BANBO_SITE: 'www.example.com' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/PUBLIC_URL: https:\/\/www\.example\.com/);
  expect(stdout).toMatch(/args:\s+PUBLIC_URL: https:\/\/www\.example\.com/);
  expect(stdout).toMatch(/stop_grace_period: 20s/);
  expect(config({})).toMatchObject({ status: 1, stderr: expect.stringContaining('BANBO_SITE') });
  rmSync(folder, { recursive: true });
});
