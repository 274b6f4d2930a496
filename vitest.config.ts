import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { WaitingFirst } from './scripts/testing/waiting-first.ts';
import { findOldestBinaries } from './server/test/database/oldest-binaries.ts';
import { hasPooler, isPoolerAsked } from './server/test/database/pooler.ts';
import { missingPrograms } from './server/test/ops/programs.ts';

const SERVER = join(import.meta.dirname, 'server');
const WEB = join(import.meta.dirname, 'web');

/** Debian's OpenStack Swift, an S3 service: in CI it must be there, elsewhere its tests run where it is. */
const hasSwift = process.env.CI === 'true' || existsSync('/usr/lib/python3/dist-packages/swift');

const serverTests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'seeds/**/*.test.ts'], {
  cwd: SERVER,
  exclude: ['test/{crash,older-server,ops}/**', ...(hasSwift ? [] : ['test/s3/**'])],
});
/** A test that gets its database or app from the harness. */
const needsDatabase = (file: string): boolean => /\/harness\.ts'/.test(readFileSync(join(SERVER, file), 'utf8'));

/** Many times what the longest test takes on an idle machine: only one that hangs comes to it. */
const TIMEOUT_MS = 120_000;
/** For what a test looks at again and again, by default for a second, in which a busy machine may not come to it. */
const expect = { poll: { timeout: TIMEOUT_MS / 2 } };

/** A worker loads the modules once for all its files: loading them for each took a third of their time. */
const server = (name: string, include: string[], setup: object = {}): TestProjectInlineConfiguration => ({
  test: {
    ...{ name, root: './server', include, isolate: false, ...setup },
    ...{ expect, testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS },
  },
});

const onDatabase = serverTests.filter(needsDatabase);

/** Files share no state beside the modules', since each has a database and an app of its own. */
const api = (name: string, include: string[], setup: string): TestProjectInlineConfiguration =>
  server(name, include, { globalSetup: [setup], setupFiles: ['./test/fresh-builders.ts'] });

/**
 * Tests that ask PostgreSQL something that its versions may answer differently, and those that run most statements once.
 * Only they run on the oldest PostgreSQL too (`docs/decisions/0077-what-runs-on-the-oldest-postgres.md`).
 */
const ASK_THE_DATABASE = [
  // Locks, connections, migrations, lists, totals, and copies of a database.
  /^src\/(db|backup)\//,
  /-migration\.test\.ts$/,
  // Rows that are claimed, counted or chained by several servers at once.
  /^src\/domains\/(jobs|ledger|receipts|live)\//,
  /^src\/domains\/clearance\/(decisions|transfers)\//,
  /^src\/http\/(limits\/|idempotency\.)/,
  // Statements that compute: arrears, sums, plans of searches.
  /^src\/domains\/payments\/(arrears|list|standing|sums)\//,
  /^src\/domains\/drivers\/search\//,
  /^(seeds|test\/walk)\//,
];

/** The files of `places`, each of which must have one. */
const findIn = (places: readonly RegExp[], where: string): string[] => {
  const lost = places.find((place) => !onDatabase.some((file) => place.test(file)));
  if (lost) throw new Error(`${lost} finds no test any more that could run ${where}`);
  return onDatabase.filter((file) => places.some((place) => place.test(file)));
};

/**
 * Tests of what several do at once, or in chance order, in every domain, and of connections, jobs, retries, limits and files
 * by cursor: what could lean on a session, or on one server, runs through PgBouncer against two servers too
 * (`docs/architecture/poolers.md`).
 */
const LEAN_ON_SESSIONS = [
  /(race|races|storm|sequences|at-once|interleaved|several-servers|take-over|killed-server|property)\.test\.ts$/,
  // Domains whose calls at once are among their other tests: each must be there.
  /^src\/domains\/approvals\/approvals\.test/,
  /^src\/domains\/devices\/devices\.test/,
  /^src\/domains\/drivers\/(registration\/persons|cars\/add-car|imports\/repeated-imports)\.test/,
  /^src\/domains\/identity\/(sessions\/refresh-session|roles\/change-role)\.test/,
  /^src\/domains\/incidents\/(incident-changes|raising\/raise)\.test/,
  /^src\/domains\/ledger\/closed-months\.test/,
  /^src\/domains\/messages\/(contact\/answer-contact|templates\/templates)\.test/,
  /^src\/domains\/receipts\/receipts\.test/,
  /^src\/domains\/reports\/owner-message\/tell-owner\.test/,
  /^src\/domains\/site\/change-settings\.test/,
  /^src\/domains\/tracking\/(stolen\/stolen|watch\/watch)\.test/,
  // Lookups, and each call that may be repeated, of all domains.
  /^test\/walk\/(every-lookup|idempotent-endpoints)\.test/,
  /^src\/domains\/(jobs|live)\//,
  /^src\/db\/(list|totals|migration)\//,
  /^src\/db\/(transition|connection\/transactions)\.test\.ts$/,
  /^src\/http\/(limits\/|idempotency\.)/,
  /^src\/domains\/tracking\/positions\//,
];

/** Domains that others call in the midst of their own work, and whose calls at once are in the tests of those. */
const WITHIN_OTHERS = ['audit', 'documents', 'files', 'imports', 'lookups'];

/**
 * Tests of what a pooler is not for: plans that PostgreSQL keeps, which it does for no statement that comes through one; sessions of
 * the product's own; and the full disk of a server that has its own PostgreSQL.
 */
const WITHOUT_A_POOLER = [
  /^src\/db\/connection\/(connections|prepared-statements|read-only)\.test/,
  /^src\/domains\/drivers\/search\/find-by-text\.test/,
  /^test\/walk\/reading-without-writing\.test/,
];

/** Where POOLED asks: `all` for every API test, else those above; and in CI. */
const throughPgBouncer = (): TestProjectInlineConfiguration[] => {
  if (!isPoolerAsked()) return [];
  const chosen = findIn(LEAN_ON_SESSIONS, 'through PgBouncer');
  const domains = readdirSync(join(SERVER, 'src/domains')).filter((domain) => !WITHIN_OTHERS.includes(domain));
  const bare = domains.filter((domain) => !chosen.some((file) => file.startsWith(`src/domains/${domain}/`)));
  if (bare.length > 0) throw new Error(`No test of ${bare.join(', ')} runs through PgBouncer against two servers`);
  const all = onDatabase.filter((file) => !WITHOUT_A_POOLER.some((place) => place.test(file)));
  const include = process.env.POOLED === 'all' ? all : chosen;
  return [api('api (PgBouncer)', include, './test/database/pooled-setup.ts')];
};

/** In CI, without those that run on it through PgBouncer (`pooled-setup.ts`). */
const onOldestPostgres = (): TestProjectInlineConfiguration[] => {
  const chosen = findIn(ASK_THE_DATABASE, 'on the oldest PostgreSQL');
  if (process.env.CI !== 'true') return [];
  if (!findOldestBinaries()) throw new Error('PostgreSQL’s programs were not found: no API test can run on the oldest');
  const include = chosen.filter((file) => !LEAN_ON_SESSIONS.some((place) => place.test(file)));
  return [api('api (oldest PostgreSQL)', include, './test/database/oldest-setup.ts')];
};

/**
 * Tests that start servers, which takes its time on a busy machine, and mostly wait for these: two a core leave none idle.
 * They run apart from the tests that compute, which would only be slowed down.
 */
const starting = (name: string, include: string[], exclude: string[]): TestProjectInlineConfiguration => ({
  test: {
    ...{ name, root: './server', include, exclude, globalSetup: ['./test/crash/setup.ts'] },
    maxWorkers: 2 * availableParallelism(),
    sequence: { groupOrder: 1 },
    expect,
    // Ten times what the longest takes on an idle machine: only a test that hangs comes to it.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});

const crash = (): TestProjectInlineConfiguration =>
  // In CI they fail without it.
  starting(
    'crash',
    ['test/{crash,older-server}/**/*.test.ts'],
    process.env.CI === 'true' || hasPooler() ? [] : ['test/crash/pooled.test.ts'],
  );

/**
 * Tests that have the programs of an installation read the files of `ops`. Without these programs, as on macOS, only a
 * remark is left of them; not so in CI.
 */
const ops = (): TestProjectInlineConfiguration[] => {
  const missing = missingPrograms();
  // A machine with systemd needs root's rights, without which CI fails.
  const exclude = process.env.CI === 'true' || process.getuid?.() === 0 ? [] : ['test/ops/running.test.ts'];
  if (missing.length === 0) return [starting('ops', ['test/ops/**/*.test.ts'], exclude)];
  const remark = `The files of ops cannot be tried without ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Error(remark);
  console.warn(remark);
  return [];
};

const webTests = globSync(['{app,sw}/**/*.test.{ts,tsx}', '*.test.ts'], { cwd: WEB });
/** A test that puts a module in another's place, or loads one anew. Files that share modules would not find it replaced. */
const replacesModules = (file: string): boolean =>
  /\bvi\.(mock|doMock|resetModules)\(|\/payment-form\.tsx'/.test(readFileSync(join(WEB, file), 'utf8'));

/** Loading the modules for each file took a third of the time; tests of pages begin without a session, a cache and toasts. */
const web = (name: string, include: string[], isolate: boolean): TestProjectInlineConfiguration => ({
  resolve: { tsconfigPaths: true },
  test: { name, root: './web', include, isolate, setupFiles: ['./test/dom/fresh-tab.ts'], testTimeout: TIMEOUT_MS },
});

/** A test that writes to `console.error` fails. */
const quietly = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: {
    ...project.test,
    setupFiles: [project.test?.setupFiles ?? [], join(import.meta.dirname, 'scripts/testing/quiet.ts')].flat(),
  },
});

export default defineConfig({
  test: {
    // By default Vitest leaves one core idle, which on two is half of them.
    maxWorkers: '100%',
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'contract',
          root: './contract',
          include: ['src/**/*.test.ts'],
          // Its functions keep no state: a worker loads them once.
          isolate: false,
          testTimeout: TIMEOUT_MS,
        },
      },
      server(
        'server-unit',
        serverTests.filter((file) => !needsDatabase(file)),
      ),
      api('api', onDatabase, './test/database/shipped-setup.ts'),
      ...onOldestPostgres(),
      ...throughPgBouncer(),
      crash(),
      ...ops(),
      web(
        'web',
        webTests.filter((file) => !replacesModules(file)),
        false,
      ),
      web('web (own modules)', webTests.filter(replacesModules), true),
      // Proving that expressions are linear takes seconds for some, and several times that on a busy machine.
      { test: { name: 'structure', root: './scripts', include: ['{structure,lib}/*.test.ts'], testTimeout: 300_000 } },
    ].map(quietly),
  },
});
