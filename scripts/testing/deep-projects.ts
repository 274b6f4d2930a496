import { appendFileSync, existsSync, globSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOldestBinaries } from '../../server/test/database/oldest-binaries.ts';
import { hasPooler } from '../../server/test/database/pooler.ts';
import { missingPrograms } from '../../server/test/ops/programs.ts';
import { ROOT } from '../lib/paths.js';
import { isDeepCrash } from './crashes.ts';
import {
  api,
  DEEP,
  EVERY_EXPRESSION,
  onDatabase,
  type Project,
  REPLACING,
  SERVER,
  server,
  starting,
  structure,
  web,
} from './projects.ts';

/**
 * Tests that ask PostgreSQL something that its versions may answer differently, and those that run
 * most statements once. Only they run on the oldest PostgreSQL too
 * (`docs/decisions/0077-what-runs-on-the-oldest-postgres.md`).
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
 * Tests of what several do at once, or in chance order, in every domain, and of connections, jobs,
 * retries, limits and files by cursor: what could lean on a session, or on one server, runs
 * through PgBouncer against two servers too (`docs/architecture/poolers.md`).
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

/**
 * Domains that others call in the midst of their own work, and whose calls at once are in the
 * tests of those.
 */
const WITHIN_OTHERS = ['audit', 'documents', 'files', 'imports', 'lookups'];

/**
 * Tests of what a pooler is not for: plans that PostgreSQL keeps, which it does for no statement
 * that comes through one; sessions of the product's own; and the full disk of a server that has
 * its own PostgreSQL.
 */
const WITHOUT_A_POOLER = [
  /^src\/db\/connection\/(connections|prepared-statements|read-only)\.test/,
  /^src\/domains\/drivers\/search\/find-by-text\.test/,
  /^test\/walk\/reading-without-writing\.test/,
];

/** Says what is left out, also to `deep.js`: a run that left some out proves no commit. */
const leaveOut = (remark: string): void => {
  console.warn(`Left out: ${remark}`);
  const folder = join(ROOT, 'test-results');
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'left-out.txt'), `${remark}\n`);
};

/**
 * Projects that need programs which this machine may lack. In CI that fails; elsewhere a line says
 * how many test files are left out, and why.
 */
const where = (lacking: string | null, include: string[], project: (include: string[]) => Project): Project[] => {
  if (lacking === null) return [project(include)];
  const remark = `${include.length} test files need ${lacking}`;
  if (process.env.CI === 'true') throw new Error(remark);
  leaveOut(remark);
  return [];
};

const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: SERVER });

const throughPgBouncer = (): Project[] => {
  const chosen = findIn(LEAN_ON_SESSIONS, 'through PgBouncer');
  const domains = readdirSync(join(SERVER, 'src/domains')).filter((domain) => !WITHIN_OTHERS.includes(domain));
  const bare = domains.filter((domain) => !chosen.some((file) => file.startsWith(`src/domains/${domain}/`)));
  if (bare.length > 0) throw new Error(`No test of ${bare.join(', ')} runs through PgBouncer against two servers`);
  const all = onDatabase.filter((file) => !WITHOUT_A_POOLER.some((place) => place.test(file)));
  // POOLED is `all` for every API test.
  const include = process.env.POOLED === 'all' ? all : chosen;
  return where(hasPooler() ? null : 'PgBouncer', include, (files) =>
    api('api (PgBouncer)', files, './test/database/pooled-setup.ts'),
  );
};

/** Without those that run on it through PgBouncer (`pooled-setup.ts`). */
const onOldestPostgres = (): Project[] => {
  const chosen = findIn(ASK_THE_DATABASE, 'on the oldest PostgreSQL');
  const include = chosen.filter((file) => !LEAN_ON_SESSIONS.some((place) => place.test(file)));
  return where(findOldestBinaries() ? null : 'another PostgreSQL, 15 or newer', include, (files) =>
    api('api (oldest PostgreSQL)', files, './test/database/oldest-setup.ts'),
  );
};

/** Debian's OpenStack Swift, an S3 service. */
const onSwift = (): Project[] => {
  const hasSwift = existsSync('/usr/lib/python3/dist-packages/swift');
  return where(hasSwift ? null : 'OpenStack Swift', filesIn('test/s3/*.test.ts'), (files) => server('s3', files));
};

/**
 * Tests that have the programs of an installation read the files of `ops`, one of which makes a
 * machine as root.
 */
const ops = (): Project[] => {
  const missing = missingPrograms();
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) leaveOut('1 test file needs root');
  const files = filesIn('test/ops/*.test.ts').filter((file) => isRoot || !file.includes('running'));
  return where(missing.length > 0 ? missing.join(', ') : null, files, (include) => starting('ops', include));
};

const crashes = (): Project[] => {
  const files = filesIn('test/crash/*.test.ts').filter(isDeepCrash);
  const pooled = files.filter((file) => /\/pooled\./.test(file));
  const others = files.filter((file) => !pooled.includes(file));
  return [
    starting('crash', others),
    ...where(hasPooler() ? null : 'PgBouncer', pooled, (include) => starting('crash (PgBouncer)', include)),
  ];
};

/**
 * The projects of `npm test -- deep`: all that `npm test` leaves out
 * (`docs/decisions/0147-two-circles-of-proof.md`).
 */
export const deepProjects = (): Project[] => [
  server('server-unit', DEEP.unit),
  api('api', DEEP.api, './test/database/shipped-setup.ts'),
  api('api (replaced modules)', REPLACING, './test/database/shipped-setup.ts', { experimental: {} }),
  // With DEEP every role tries all pages, and not only the two that may least.
  web('web', ['app/routes/office/every-role.test.tsx'], false),
  structure([EVERY_EXPRESSION]),
  ...onOldestPostgres(),
  ...throughPgBouncer(),
  ...onSwift(),
  ...crashes(),
  starting('older-server', ['test/older-server/**/*.test.ts']),
  ...ops(),
];
