import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readableSettings } from '../../src/doctor/check-settings.ts';
import { OPS, programAt } from './programs.ts';

const UNIT = join(OPS, 'systemd/banbo.service');
const DATABASE_UNIT = join(OPS, 'systemd/banbo-postgres.service');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-unit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const analyze = (...args: string[]) => spawnSync(programAt('systemd-analyze'), args, { encoding: 'utf8' });

/** Of the five thresholds of systemd, 20 is the second best: a service in need of little. */
const EXPOSURE = 20;

test.each([UNIT, DATABASE_UNIT])('systemd reads every line of %s, and finds it little exposed', (path) => {
  // Its commands must be on this machine, where npm may stand elsewhere.
  const unit = join(folder, basename(path));
  writeFileSync(unit, readFileSync(path, 'utf8').replace('/usr/bin/npm', process.execPath));
  const verified = analyze('verify', '--man=no', unit);
  expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, '']);
  const secure = analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, unit);
  expect([secure.status, secure.stdout.split('\n').at(-2)]).toEqual([0, expect.stringMatching(/1\.\d OK/)]);
});

test('a line that systemd does not know, and a unit without its guards, are found', () => {
  const unit = join(folder, 'banbo.service');
  const text = readFileSync(UNIT, 'utf8').replace('/usr/bin/npm', process.execPath);
  writeFileSync(unit, text.replace('ProtectHome=', 'ProtectHouse='));
  expect(analyze('verify', '--man=no', unit).stderr).toContain('ProtectHouse');
  writeFileSync(unit, text.replace(/^(?:Protect|Restrict|SystemCall|Capability|Private).*$/gm, ''));
  expect(analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, unit).status).not.toBe(0);
});

test('the example of settings can be used', () => {
  const lines = readFileSync(join(OPS, 'systemd/banbo.env'), 'utf8')
    .replaceAll('# S', 'S')
    .replaceAll('# M', 'M')
    .split('\n');
  const given = lines
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const { findings } = readableSettings({ ...Object.fromEntries(given), SMS_TOKEN: 'x' });
  expect([given.length, findings]).toMatchObject([8, [{ grade: 'good' }]]);
});
