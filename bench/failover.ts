import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { openPool } from '../server/src/db/connection/open-postgres.ts';
import type { Tables } from '../server/src/db/database.ts';
import { shippedProgram } from '../server/test/builders/shipped-program.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { type Seen, startLoad } from './lib/failover-load.ts';
import { partOf } from './lib/load.ts';
import { addOfficeUser } from './lib/office-user.ts';
import { type PatroniCluster, startPatroni } from './lib/patroni.ts';

/**
 * Kills the leading PostgreSQL and its Patroni again and again, while two servers of the product
 * work on the three by HAProxy, with `--pgbouncer` by PgBouncer before it. Needs Debian's patroni,
 * etcd-server, haproxy, pgbouncer and postgresql.
 */
const { values: given } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    /** The first of 30 free ports on the loopback. */
    ports: { type: 'string', default: '25100' },
    /** Seconds of work between two failovers. */
    rest: { type: 'string', default: '5' },
    pgbouncer: { type: 'boolean', default: false },
  },
});
const times = Number(given.times);
const firstPort = Number(given.ports);

const READERS = 4;
const PASSWORD = 'Banbo@2026';
const MOST_MS = 180_000;

const until = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > MOST_MS) throw new Error(`Waited three minutes in vain until ${what}`);
    await wait(250);
  }
};

const isReady = (server: string): Promise<boolean> =>
  fetch(`${server}/api/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

type Addresses = { DATABASE_URL: string; DATABASE_SESSION_URL?: string };

const startServers = async (folder: string, addresses: Addresses) => {
  const children: ChildProcess[] = [];
  const servers: string[] = [];
  for (const at of [0, 1]) {
    const port = firstPort + 5 + at;
    const settings = {
      ...addresses,
      ...{ DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'error' },
      ...{ TRUST_PROXY: '1', TOKEN_SECRET: 'a secret that two servers share, long enough' },
    };
    // Each failover is logged as hundreds of errors.
    const log = openSync(join(folder, `server-${at}.log`), 'a');
    const env = { PATH: process.env.PATH, ...settings };
    // Ends with the drill, however that ends.
    const command = ['--pdeathsig', 'KILL', process.execPath, shippedProgram('main')];
    const child = spawn('setpriv', command, { env, stdio: ['ignore', log, log] });
    children.push(child);
    servers.push(`http://127.0.0.1:${port}`);
    await until('a server is ready', () => {
      if (child.exitCode !== null) throw new Error(`A server did not start: look into ${folder}`);
      return isReady(servers[at] ?? '');
    });
  }
  return {
    servers,
    stop: async (): Promise<void> => {
      const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
};

/** Counts those confirmed writes that are missing, and those that are there twice. */
const compared = async (db: Kysely<Tables>, values: readonly string[], table: string, column: string) => {
  const { rows } = await sql<{ lost: string; twice: string }>`
    SELECT count(*) FILTER (WHERE found = 0)::text AS lost, count(*) FILTER (WHERE found > 1)::text AS twice
    FROM (SELECT value, count(stored) AS found FROM unnest(${values}::text[]) AS value
      LEFT JOIN ${sql.table(table)} AS stored ON stored.${sql.ref(column)} = value GROUP BY value) AS counted`.execute(
    db,
  );
  return { count: values.length, lost: Number(rows[0]?.lost), twice: Number(rows[0]?.twice) };
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

type Outage = { from: number; to: number };

/** The answers from each kill until writes went on, and how often people saw them. */
const answersWithin = (seen: readonly Seen[], outages: readonly Outage[]): Map<string, number> => {
  const answers = new Map<string, number>();
  for (const { at, kind, status, message } of seen) {
    if (!outages.some(({ from, to }) => at >= from && at <= to)) continue;
    const words = status === 0 ? `connection broken (${message})` : `${status} ${message}`.trim();
    answers.set(`${kind}: ${words}`, (answers.get(`${kind}: ${words}`) ?? 0) + 1);
  }
  return answers;
};

const report = (outages: readonly Outage[], load: ReturnType<typeof startLoad>): void => {
  const lasted = outages.map(({ from, to }) => to - from).sort((one, other) => one - other);
  const [min, median, max] = [0, 0.5, 1].map((part) => seconds(partOf(lasted, part)));
  console.log(
    `\n${outages.length} failovers: writes go on after ${min} s at least, ${median} s in the middle, ${max} s at most`,
  );
  console.log(`Sessions signed out: ${load.signedOut()}`);
  console.log('\nAnswers from each kill until writes went on:');
  for (const [words, count] of [...answersWithin(load.seen, outages)].sort(([, one], [, other]) => other - one)) {
    console.log(`${String(count).padStart(7)}  ${words}`);
  }
};

/** Kills the one that leads, waits for writes, starts it again, and waits for all three. */
const failOver = async (cluster: PatroniCluster, load: ReturnType<typeof startLoad>): Promise<Outage> => {
  const name = await cluster.leader();
  if (name === null) throw new Error('Nobody leads');
  cluster.kill(name);
  const from = performance.now();
  await until('writes go on', () => load.writesSince(from) !== null);
  const to = from + (load.writesSince(from) ?? 0);
  const next = await cluster.leader();
  cluster.startMember(name);
  await until('all three are there', cluster.isWhole);
  console.log(
    `${name} killed, ${next} leads: ${seconds(to - from)} s; all three again after ${seconds(performance.now() - from)} s`,
  );
  return { from, to };
};

const folder = await mkdtemp(join(tmpdir(), 'banbo-failover-'));
const cluster = await startPatroni(folder, firstPort);
let failed = true;
try {
  await until('all three are there', cluster.isWhole);
  await cluster.asSuperuser("CREATE ROLE banbo LOGIN PASSWORD 'secret'");
  await cluster.asSuperuser('CREATE DATABASE banbo OWNER banbo');
  const at = (port: number): string => `postgres://banbo:secret@127.0.0.1:${port}/banbo`;
  const url = at(cluster.ports.primary);
  if (given.pgbouncer) await cluster.startPgBouncer('banbo');
  const { db, close } = openPool({ connectionString: url });
  await prepare(db);
  const { servers, stop } = await startServers(
    folder,
    given.pgbouncer ? { DATABASE_URL: at(cluster.ports.pooler), DATABASE_SESSION_URL: url } : { DATABASE_URL: url },
  );
  const usernames = Array.from({ length: READERS + 1 }, (_, at) => `ama.mensah${at}`);
  for (const username of usernames) await addOfficeUser(db, PASSWORD, username);
  const load = startLoad(servers, { usernames, password: PASSWORD });
  const outages: Outage[] = [];
  try {
    for (let time = 0; time < times; time += 1) {
      await wait(Number(given.rest) * 1000);
      outages.push(await failOver(cluster, load));
    }
    await wait(Number(given.rest) * 1000);
  } finally {
    await load.stop();
    report(outages, load);
  }
  const { cars, transactions, messages } = load.confirmed;
  const checked = [
    { what: 'Drivers', ...(await compared(db, cars, 'drivers', 'car_number')) },
    { what: 'Payments', ...(await compared(db, transactions, 'payments', 'transaction_id')) },
    { what: 'Messages', ...(await compared(db, messages, 'contact_messages', 'message')) },
  ];
  console.log('\nConfirmed writes, looked for in the end:');
  for (const { what, count, lost, twice } of checked) {
    console.log(`${what.padEnd(9)} ${String(count).padStart(6)} confirmed, ${lost} lost, ${twice} twice`);
  }
  failed = load.signedOut() > 0 || outages.length < times || checked.some(({ lost, twice }) => lost + twice > 0);
  await close();
  await stop();
} finally {
  await cluster.stop();
  if (!failed) await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
