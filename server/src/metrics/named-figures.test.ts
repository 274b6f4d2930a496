import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../test/database/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { figuresText } from './database-figures.ts';
import { createMetrics, watchPool } from './metrics.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

type Panel = { targets?: { expr: string }[] };

/** The figures that expressions name, without the endings of a histogram's lines. */
const namesIn = (expressions: readonly string[]): Set<string> =>
  new Set(
    expressions
      .flatMap((one) => one.match(/\b(?:banbo|process|nodejs)_\w+/g) ?? [])
      .map((name) => name.replace(/_bucket$/, '')),
  );

let it: FreshDatabase;
let text: string;
/** An installation that has had everything: calls, jobs, a backup, a check, and an archive. */
beforeAll(async () => {
  it = await startDatabase();
  await sql`INSERT INTO backups (made_at) VALUES (now())`.execute(it.db);
  await sql`INSERT INTO book_checks (begun_at, ended_at, by_command) VALUES (now(), now(), true)`.execute(it.db);
  await sql`INSERT INTO jobs (name, every_ms, due_at, created_at, begun_at)
    VALUES ('fold totals', 5000, now(), now(), now())`.execute(it.db);
  const metrics = createMetrics({ ofProcess: true });
  watchPool(metrics, it.poolState);
  metrics.calls.begun();
  metrics.calls.ended({ route: '/api/healthz', method: 'GET', status: '5xx', seconds: 1 });
  metrics.statements({ text: 'SELECT 1', ms: 2_000, failed: true });
  metrics.jobs.failed('fold totals');
  const services = { SMS_URL: 'http://sms.example', SMS_TOKEN: 'x', DATA_DIR: '/' };
  const archive = () => ({ keptUntil: new Date(), stalled: null, waiting: null });
  text = await figuresText(metrics, { config: readConfig(services), db: it.db, now: () => new Date(), archive })();
});
afterAll(() => it.close());

const given = (): Set<string> => new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
const ofHistogram = (name: string): string => name.replace(/_(?:count|sum)$/, '');

const missing = (expressions: readonly string[]): string[] => {
  const names = [...namesIn(expressions)];
  expect(names.length).toBeGreaterThan(15);
  return names.filter((name) => !given().has(name) && !given().has(ofHistogram(name)));
};

test('alerts name only figures that the server gives out', () => {
  const rules = read('ops/prometheus/banbo.rules.yml');
  expect(missing([rules.replaceAll(/^ +(?:summary|action):.*$/gm, '')])).toEqual([]);
});

test('the dashboard names only figures that the server gives out', () => {
  const { panels } = JSON.parse(read('ops/grafana/banbo.json')) as { panels: Panel[] };
  expect(missing(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))).toEqual([]);
});

test('the page on watching names each figure of ours', () => {
  const page = read('docs/architecture/watching.md');
  const own = [...given()].filter((name) => name.startsWith('banbo_'));
  expect(own.filter((name) => !page.includes(`\`${name.slice('banbo_'.length)}\``))).toEqual([]);
});
