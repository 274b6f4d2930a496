import { randomInt, randomUUID } from 'node:crypto';
import type { PlanSlug } from '@banbo/contract';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectionTo } from '#db/cluster/make-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { buildUser, OWN_PAGE, PASSWORD } from '../builders/identity.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { silentProxy } from '../database/silent-proxy.ts';
import { startThrowawayCluster } from '../database/throwaway-cluster.ts';
import { STAFF } from '../model/draws.ts';
import { seedsIn } from '../model/random.ts';
import { hold, run } from '../model/run.ts';
import type { Answer, Product } from '../model/send.ts';
import { dataFolder, type Server, startServer } from './server-process.ts';

/** `npm test -- long` does more, with more deaths. */
const OPERATIONS = process.env.LONG ? 400 : 80;
/** `MODEL_SEED` has a run again, or several. */
const GIVEN = seedsIn(process.env.MODEL_SEED);
const SEEDS = GIVEN.length > 0 ? GIVEN : [randomInt(2 ** 31)];
/** Milliseconds after which a call is tried again while there is no server. */
const RETRY_MS = 50;

const answerOf = async (response: Response): Promise<Answer> => {
  const given: unknown = await response.json();
  const rows = Array.isArray(given) ? given : [];
  const total = (name: string): string => String(response.headers.get(name));
  return { status: response.status, body: Array.isArray(given) ? {} : (given as Answer['body']), rows, total };
};

const killAgainAndAgain = async (seed: number): Promise<void> => {
  const cluster = await startThrowawayCluster();
  onTestFinished(cluster.stop);
  const proxy = await silentProxy(cluster.socketDir);
  onTestFinished(proxy.close);
  const { db, close } = openPool(connectionTo(cluster.socketDir));
  onTestFinished(close);
  const { dataDir, remove } = dataFolder();
  onTestFinished(remove);
  const start = (): Promise<Server> =>
    startServer(dataDir, {
      DATABASE_URL: `postgres://banbo@127.0.0.1:${proxy.port}/banbo`,
      TOKEN_SECRET: 'a secret that two servers share, long enough',
    });
  let server = await start();
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.end;
  });

  let calls = 0;
  let deaths = 0;
  const fetched = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<Response> => {
    calls += 1;
    const from = `10.7.${(calls >> 8) & 255}.${calls & 255}`;
    return fetch(`${server.address}/api${path}`, {
      ...init,
      headers: { ...OWN_PAGE, ...headers, 'x-forwarded-for': from, connection: 'close' },
    });
  };
  /** Under its key, until a server answers. */
  const send = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<Answer> => {
    for (;;) {
      const response = await fetched(path, init, headers).catch(() => null);
      const answer = response && (await answerOf(response).catch(() => null));
      if (answer && answer.status !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const json = { 'content-type': 'application/json' };
  const staff: string[] = [];
  for (let n = 0; n < STAFF; n += 1) {
    const { username } = await buildUser({ db, clock: { now: new Date() } }, { role: 'SuperAdmin' });
    const body = JSON.stringify({ username, password: PASSWORD, persist: false });
    const { body: session } = await send('/auth/login', { method: 'POST', body }, json);
    staff.push(`Bearer ${session.accessToken}`);
  }
  const as = (by: number | null): Record<string, string> => (by === null ? {} : { authorization: staff[by] ?? '' });
  const forms = new Map<string, FormData>();
  const never = (): never => {
    throw new Error('This run does no such thing');
  };

  const product: Product = {
    call: (method, path, body, by = null, key = randomUUID()) =>
      send(
        path,
        { method, ...(body && { body: JSON.stringify(body) }) },
        { ...as(by), 'idempotency-key': key, ...(body && json) },
      ),
    register: (plan, by, key) => {
      const form = forms.get(key) ?? formOf(nextRegistration({ plan: plan as PlanSlug }));
      forms.set(key, form);
      return send('/drivers', { method: 'POST', body: form }, { ...as(by), 'idempotency-key': key });
    },
    importStatement: never,
    payPrompt: never,
    matchClaims: never,
    useCredit: never,
    setMonth: never,
    kill: async () => {
      deaths += 1;
      server.kill('SIGKILL');
      await server.end;
      server = await start();
    },
    balances: async () => {
      const { rows } = await sql<{ account: string; balance: string }>`
        SELECT account, sum(amount)::text AS balance FROM ledger_postings GROUP BY account`.execute(db);
      return new Map(rows.map(({ account, balance }) => [account, balance]));
    },
    newKey: () => randomUUID(),
  };
  const settings = {
    ...{ seed, operations: OPERATIONS, atOnce: 4, totalsEvery: OPERATIONS / 4 },
    ...{ monthEvery: Number.POSITIVE_INFINITY, firstMonth: new Date().toISOString().slice(0, 7) },
    only: ['register', 'submit', 'capture', 'receive'],
    jobs: ['match claims'],
  } as const;
  hold(await run(product, settings), settings);
  expect(deaths).toBeGreaterThan(1);
};

test.each(SEEDS)(
  'killed again and again while claims and money come in, the server’s books are the model’s (%i)',
  killAgainAndAgain,
);
