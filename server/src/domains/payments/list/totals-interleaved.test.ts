import { MONTH_CODES } from '@banbo/contract';
import fc from 'fast-check';
import type { ControlledTransaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#db/connection/open.ts';
import type { Tables, Tx } from '#db/database.ts';
import { checkTotals } from '#db/totals/check-totals.ts';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { archiveDrivers } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { type Payer, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import type { FreshDatabase } from '../../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../../test/harness.ts';
import { readTotals } from '../../../../test/totals.ts';
import { memoryFiles } from '../../../integrations/files/memory-files.ts';

/** Each changes drivers and payments of its own, so that none has to wait for another's rows. */
const SERVERS = 3;

/** Steps of a server's transaction; one that begins stays open until its commit or rollback. */
const STEPS = [
  'begin',
  'register',
  'submit',
  'clear',
  'reject',
  'reverse',
  'remove',
  'fold',
  'commit',
  'roll back',
] as const;
const DAYS = ['2026-10-31', '2026-11-01', '2026-11-20'] as const;

const step = fc.record({
  server: fc.integer({ min: 0, max: SERVERS - 1 }),
  kind: fc.constantFrom(...STEPS),
  day: fc.constantFrom(...DAYS),
  which: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Server = OpenDatabase & {
  tx: ControlledTransaction<Tables> | null;
  /** Its transaction holds the head of the books, for which every other one that posts waits. */
  hasPosted: boolean;
  payers: (Payer & { id: string; account_id: string })[];
};

let it: FreshDatabase;
let servers: Server[];
const files = memoryFiles();

beforeAll(async () => {
  it = await startDatabase();
  servers = Array.from({ length: SERVERS }, () => ({ ...it.another(), tx: null, hasPosted: false, payers: [] }));
  for (const { db, payers } of servers) {
    const { driver } = await buildDriver({ db, files, clock: { now: new Date('2026-10-30T10:00:00Z') } });
    payers.push(driver);
  }
});
afterAll(async () => {
  for (const { close } of servers) await close();
  await it.close();
});

const end = async (server: Server, how: 'commit' | 'rollback'): Promise<void> => {
  await server.tx?.[how]().execute();
  server.tx = null;
  server.hasPosted = false;
};

/** Ends the transaction of another server that would keep this one waiting. */
const takeHeadOfBooks = async (server: Server): Promise<void> => {
  for (const other of servers) if (other !== server && other.hasPosted) await end(other, 'commit');
  server.hasPosted = server.tx !== null;
};

/** Changes one of the server's payments that is in the state, if it has one. */
const change = async (server: Server, { which, day }: Step, from: string, kind: 'clear' | 'reject' | 'reverse') => {
  const db = server.tx ?? server.db;
  const ids = server.payers.map(({ id }) => id);
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('driver_id', 'in', ids)
    .where('status', '=', from as never)
    .orderBy('id')
    .execute();
  const row = rows[which % Math.max(1, rows.length)];
  if (!row) return;
  if (kind !== 'reject') await takeHeadOfBooks(server);
  await changePayment({ db, clock: clockAt(day) }, row.id, kind);
};

const clockAt = (day: string) => ({ now: new Date(`${day}T10:00:00Z`) });

let months = 0;

/** The registration fee, or a subscription for a month that nobody has paid for. */
const nextSubmission = (payer: Payer, which: number) => {
  if (which % 3 === 0) return submissionOf(payer, { amount: `${1 + (which % 900)}.25` });
  months += 1;
  return subscriptionOf(payer, 2026 + Math.floor(months / 12), MONTH_CODES[months % 12] ?? '');
};

const take = async (server: Server, one: Step): Promise<void> => {
  const on = { db: server.tx ?? server.db, files, clock: clockAt(one.day) };
  switch (one.kind) {
    case 'begin':
      server.tx ??= await server.db.startTransaction().execute();
      return;
    case 'register': {
      const { driver } = await buildDriver(on);
      await buildPayment(on, submissionOf(driver));
      // Of those whose transaction may be taken back nothing else is asked.
      if (!server.tx) server.payers.push(driver);
      return;
    }
    case 'submit': {
      const payer = server.payers[one.which % server.payers.length];
      if (payer) await buildPayment(on, nextSubmission(payer, one.which));
      return;
    }
    case 'clear':
    case 'reject':
      return change(server, one, 'submitted', one.kind);
    case 'reverse':
      return change(server, one, 'cleared', one.kind);
    case 'remove': {
      const gone = server.payers.length > 1 ? server.payers.pop() : undefined;
      const archive = (tx: Tx) => archiveDrivers(tx, gone ? [gone] : [], { now: on.clock.now, reason: 'Not paid.' });
      return server.tx ? archive(server.tx) : server.db.transaction().execute(archive);
    }
    case 'fold':
      await foldTotals(on.db);
      return;
    case 'commit':
      return end(server, 'commit');
    case 'roll back':
      return end(server, 'rollback');
  }
};

/** A step that the product refuses changes nothing, and its transaction's work is undone. */
const takeOrRefuse = async (one: Step): Promise<'taken' | 'refused'> => {
  const server = servers[one.server];
  if (!server) throw new Error('No such server');
  try {
    await take(server, one);
    return 'taken';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await end(server, 'rollback');
    return 'refused';
  }
};

test('whatever several servers do in whatever order, the totals equal a recount after each step', async () => {
  const outcomes = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      for (const one of steps) {
        outcomes[await takeOrRefuse(one)] += 1;
        const { kept, summed } = await readTotals(it.db);
        expect(kept).toEqual(summed);
        expect(await checkTotals(it.db)).toEqual([]);
      }
      for (const server of servers) await end(server, 'commit');
      const { kept, summed } = await readTotals(it.db);
      expect(kept).toEqual(summed);
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(outcomes.refused).toBeLessThan(outcomes.taken / 2);
});
