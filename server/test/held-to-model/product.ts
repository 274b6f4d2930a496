import { randomUUID } from 'node:crypto';
import type { PlanSlug } from '@banbo/contract';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { findMissingMoney, followPrompts, matchLateClaims } from '#domains/clearance';
import { payDueFromCredit } from '#domains/payments';
import type { Momo } from '#integrations/momo/open-momo.ts';
import { setCompany } from '../builders/company.ts';
import { buildUser, OWN_PAGE, signIn } from '../builders/identity.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { BALANCED, balancedCsv } from '../builders/statements.ts';
import type { TestApp } from '../harness.ts';
import { STAFF } from '../model/draws.ts';
import type { Answer, Product } from '../model/send.ts';
import { importServer, statementsOf } from '../statement-imports.ts';

/** Calls of one session, after which it is taken anew: they are limited by the minute. */
const CALLS_OF_SESSION = 1_000;
/** Milliseconds after which it is taken anew too, before it ends. */
const SESSION_MS = 300_000;
/** Tries of a call while the database is away. */
const MOST_TRIES = 200;
/** The day of a month on which everything happens. */
const dayOf = (month: string): string => `${month}-20`;
const onStatement = (month: string): string => dayOf(month).split('-').toReversed().join('/');
/** For so long after an import money is held against it, and a prompt is asked after within it. */
const MINUTE_MS = 61_000;
/** All that the server waives of a fee by itself. */
const WAIVES_UP_TO = '1.00';

/** The app in the tests' process as runs against the model reach it. */
export const productOf = async (it: TestApp): Promise<Product> => {
  const staff: string[] = [];
  await setCompany(it.db, { waive_up_to: WAIVES_UP_TO });
  for (let n = 0; n < STAFF; n += 1) staff.push((await buildUser(it, { role: 'SuperAdmin' })).username);
  let headers: Record<string, string>[] = [];
  let signedInAt = 0;
  /** A connection that was ended is noticed by whoever uses it next. */
  const untilDone = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask();
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
      }
    }
  };
  const signInAll = async (): Promise<void> => {
    const anew: Record<string, string>[] = [];
    for (const username of staff) anew.push(await untilDone(() => signIn(it, 'login', { username })));
    headers = anew;
    signedInAt = it.clock.now.getTime();
  };
  await signInAll();
  const later = (ms: number): void => {
    it.clock.now = new Date(it.clock.now.getTime() + ms);
  };
  let [calls, underWay] = [0, 0];
  const remoteAddress = (): string => {
    calls += 1;
    return `10.${20 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}`;
  };
  const as = (by: number | null): Record<string, string> => (by === null ? OWN_PAGE : (headers[by] ?? {}));
  const answerOf = (response: { statusCode: number; body: string; headers: Record<string, unknown> }): Answer => {
    const given: unknown = response.body === '' ? {} : JSON.parse(response.body);
    return {
      status: response.statusCode,
      body: Array.isArray(given) ? {} : (given as Record<string, unknown>),
      rows: Array.isArray(given) ? given : [],
      total: (name) => String(response.headers[name]),
    };
  };
  const done = (status = 200): Answer => ({ status, body: {}, rows: [], total: () => '' });
  /** By key, as a lost answer is asked for with the same form. */
  const forms = new Map<string, FormData>();
  const formFor = (key: string, plan: string): FormData => {
    const form = forms.get(key) ?? formOf(nextRegistration({ plan: plan as PlanSlug }));
    forms.set(key, form);
    return form;
  };
  /** Sends a call, again under its key while the database is away. */
  const send = async (options: InjectOptions, by: number | null, key: string): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const headers = { ...as(by), 'idempotency-key': key };
      const response = await it.app.inject({ ...options, headers, remoteAddress: remoteAddress() });
      if (response.statusCode !== 503 || tries === MOST_TRIES) return answerOf(response);
    }
  };
  return {
    call: async (method, path, body, by = null, key = randomUUID()) => {
      // Limits count by the minute. What is done at once is done at one time.
      if (method === 'GET' || underWay === 0) later(500);
      const isOld = it.clock.now.getTime() - signedInAt > SESSION_MS;
      if (isOld || calls % CALLS_OF_SESSION === CALLS_OF_SESSION - 1) await signInAll();
      underWay += 1;
      const answer = send({ method, url: `/api${path}`, ...(body && { payload: body }) }, by, key);
      return answer.finally(() => {
        underWay -= 1;
      });
    },
    register: (plan, by, key) => send({ method: 'POST', url: '/api/drivers', payload: formFor(key, plan) }, by, key),
    importStatement: async (lines, { by, covers }) => {
      const statements = statementsOf(it, as(by));
      const csv = balancedCsv(lines.map(({ month, ...line }) => ({ ...line, date: onStatement(month) })));
      const days = covers === null ? {} : { ...BALANCED, covers_from: dayOf(covers), covers_to: dayOf(covers) };
      let id = '';
      const started = await untilDone(async () => {
        id = await statements.checked(csv, days);
        const answer = await statements.start(id);
        if (answer.statusCode >= 400) throw new Error(`The statement was not taken: ${answer.body}`);
        return answer;
      });
      const errors: unknown[] = [];
      // Another import's server may have taken it.
      do await importServer(it, errors).runDue();
      while (errors.length === 0 && (await untilDone(() => statements.show(id))).status === 'importing');
      if (errors.length > 0) throw new Error(`The import failed: ${errors}`);
      if (covers !== null) {
        await untilDone(() => findMissingMoney(it.db, it.clock.now));
        later(MINUTE_MS);
        await untilDone(() => findMissingMoney(it.db, it.clock.now));
      }
      return answerOf(started);
    },
    payPrompt: async (reference, transactionId, amount) => {
      const paid = { kind: 'paid' as const, transactionId, amount };
      const momo: Momo = {
        ask: async () => ({ kind: 'accepted' }),
        statusOf: async (of) => (of === reference ? paid : { kind: 'pending' }),
      };
      const told: string[] = [];
      await untilDone(async () => {
        await followPrompts({ db: it.db, momo, now: () => it.clock.now, tell: (_, words) => void told.push(words) });
        const { state } = await it.db
          .selectFrom('prompts')
          .select('state')
          .where('reference', '=', reference)
          .executeTakeFirstOrThrow();
        later(MINUTE_MS);
        if (state !== 'paid') throw new Error(`A prompt was not settled: ${told}`);
      });
      return done();
    },
    matchClaims: async () => {
      await untilDone(() => matchLateClaims(it.db, it.clock.now));
      return done();
    },
    useCredit: async () => {
      await untilDone(() => payDueFromCredit(it.db, it.clock.now));
      return done();
    },
    dayOf,
    setMonth: async (month) => {
      it.clock.now = new Date(`${dayOf(month)}T10:00:00Z`);
      await signInAll();
      return done();
    },
    kill: async () => {
      const { db, close } = it.another();
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);
      await close();
    },
    balances: async () => {
      const { rows } = await sql<{ account: string; balance: string }>`
        SELECT account, sum(amount)::text AS balance FROM ledger_postings GROUP BY account`.execute(it.db);
      return new Map(rows.map(({ account, balance }) => [account, balance]));
    },
    newKey: () => randomUUID(),
  };
};
