import { randomInt, randomUUID } from 'node:crypto';
import { type PlanSlug, today } from '@banbo/contract';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildUser, OWN_PAGE, PASSWORD } from '../builders/identity.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { STAFF } from '../model/draws.ts';
import { hold } from '../model/hold.ts';
import type { Operation } from '../model/operations.ts';
import { seedsIn } from '../model/random.ts';
import { run, type Settings } from '../model/run.ts';
import type { Answer, Product } from '../model/send.ts';
import type { Server } from './server-process.ts';
import { openCluster } from './shared-cluster.ts';

/** `MODEL_KILLED` has a run again, or several. */
const GIVEN = seedsIn(process.env.MODEL_KILLED);
/** `npm test -- long` does more, with more deaths; `npm run model` many more. */
const USUAL = process.env.LONG ? 400 : 80;
const OPERATIONS = GIVEN.length > 0 ? Number(process.env.MODEL_OPERATIONS ?? USUAL) : USUAL;
const SEEDS = GIVEN.length > 0 ? GIVEN : [randomInt(2 ** 31)];
/** All but what needs statements, a network or another month, which this server does not have. */
const ONLY = [
  ...['register', 'submit', 'capture', 'receive', 'clear', 'credit', 'reject', 'undo', 'reverse', 'award', 'assign'],
  ...['dismiss', 'take up', 'never_came', 'bank_paid', 'bounced', 'use', 'return', 'plan', 'ask price', 'approve'],
  ...['refuse', 'ask refund', 'approve refund', 'refuse refund', 'pay refund', 'withdraw refund', 'ask waiver'],
  ...['approve waiver', 'refuse waiver', 'merge'],
] as readonly Operation['do'][];
/** People whose sessions share the questions, since each may ask so much a minute. */
const READERS = 20;
/** Milliseconds after which a call is tried again while there is no server. */
const RETRY_MS = 50;
/** Milliseconds after which a session is taken anew. */
const SESSION_MS = 300_000;

const answerOf = async (response: Response): Promise<Answer> => {
  const given: unknown = await response.json();
  const rows = Array.isArray(given) ? given : [];
  const total = (name: string): string => String(response.headers.get(name));
  return { status: response.status, body: Array.isArray(given) ? {} : (given as Answer['body']), rows, total };
};

/** They share one database, as those of a company that has outgrown one. */
const SERVERS = 2;

const killAgainAndAgain = async (seed: number): Promise<void> => {
  const { db, start, stop } = await openCluster();
  onTestFinished(stop);
  const servers: Server[] = [];
  for (let n = 0; n < SERVERS; n += 1) servers.push(await start());

  let calls = 0;
  let deaths = 0;
  const fetched = async (path: string, init: RequestInit, headers: Record<string, string>): Promise<Response> => {
    calls += 1;
    const from = `10.7.${(calls >> 8) & 255}.${calls & 255}`;
    return fetch(`${servers[calls % servers.length]?.address}/api${path}`, {
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
  const usernames: string[] = [];
  for (let n = 0; n < STAFF + READERS; n += 1) {
    const { username } = await buildUser({ db, clock: { now: new Date() } }, { role: 'SuperAdmin' });
    usernames.push(username);
  }
  const sessions: { token: string; since: number }[] = [];
  const signIn = async (person: number): Promise<string> => {
    const body = JSON.stringify({ username: usernames[person], password: PASSWORD, persist: false });
    const { body: session } = await send('/auth/login', { method: 'POST', body }, json);
    sessions[person] = { token: `Bearer ${session.accessToken}`, since: Date.now() };
    return `Bearer ${session.accessToken}`;
  };
  /** The headers of a member of staff, whose session is taken anew before it ends. */
  const as = async (person: number | null): Promise<Record<string, string>> => {
    if (person === null) return {};
    const { token, since } = sessions[person] ?? { token: '', since: 0 };
    return { authorization: Date.now() - since > SESSION_MS ? await signIn(person) : token };
  };
  const forms = new Map<string, FormData>();
  const never = (): never => {
    throw new Error('This run does no such thing');
  };

  const product: Product = {
    call: async (method, path, body, by = null, key = randomUUID()) => {
      const person = method === 'GET' ? STAFF + (calls % READERS) : by;
      return send(
        path,
        { method, ...(body && { body: JSON.stringify(body) }) },
        { ...(await as(person)), 'idempotency-key': key, ...(body && json) },
      );
    },
    register: async (plan, by, key) => {
      const form = forms.get(key) ?? formOf(nextRegistration({ plan: plan as PlanSlug }));
      forms.set(key, form);
      return send('/drivers', { method: 'POST', body: form }, { ...(await as(by)), 'idempotency-key': key });
    },
    importStatement: never,
    payPrompt: never,
    matchClaims: never,
    useCredit: never,
    setMonth: never,
    dayOf: () => today(new Date()),
    kill: async () => {
      deaths += 1;
      const hit = servers.shift();
      hit?.kill('SIGKILL');
      await hit?.end;
      servers.push(await start());
    },
    balances: async () => {
      const { rows } = await sql<{ account: string; balance: string }>`
        SELECT account, sum(amount)::text AS balance FROM ledger_postings GROUP BY account`.execute(db);
      return new Map(rows.map(({ account, balance }) => [account, balance]));
    },
    newKey: () => randomUUID(),
  };
  const settings = {
    ...{ seed, operations: OPERATIONS, atOnce: 4, totalsEvery: Math.min(100, OPERATIONS / 4) },
    ...{ monthEvery: Number.POSITIVE_INFINITY, firstMonth: new Date().toISOString().slice(0, 7) },
    ...{ only: ONLY, killEvery: OPERATIONS > 1_000 ? 24 : 4 },
    jobs: ['match claims', 'use credit'],
  } satisfies Settings;
  hold(await run(product, settings), settings);
  expect(deaths).toBeGreaterThan(0);
};

test.each(SEEDS)(
  'killed again and again while claims and money come in, the books of servers are the model’s (%i)',
  killAgainAndAgain,
);
