import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPS, programAt } from './programs.ts';

const FOLDER = join(OPS, 'prometheus');
const namesIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(FOLDER, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);

test.each([
  ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ['check', 'rules', 'banbo.rules.yml'],
  ['test', 'rules', 'banbo.test.yml'],
])('promtool %s %s %s', (...args) => {
  const { status, stdout, stderr } = spawnSync(programAt('promtool'), args, { cwd: FOLDER, encoding: 'utf8' });
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
});

test('each alert is tried twice: silent at first, and raised then', () => {
  const alerts = namesIn('banbo.rules.yml', /- alert: (\w+)/g);
  expect(alerts.length).toBeGreaterThan(10);
  const silent = namesIn('banbo.test.yml', /alertname: (\w+)\s+eval_time: \w+\s+exp_alerts: \[\]/g);
  const raised = namesIn('banbo.test.yml', /alertname: (\w+)\s+eval_time: \w+\s+exp_alerts:\s+- exp_labels/g);
  expect([silent, raised]).toEqual([alerts, alerts]);
});
