import { parseArgs } from 'node:util';
import { transitionPayments } from '../server/src/domains/payments/index.ts';
import { prepare } from '../server/test/database/prepare.ts';
import { asTable, type Contestant, compare } from './lib/compare.ts';
import { cpuOf } from './lib/cpu.ts';
import { openBench } from './lib/driver.ts';
import type { Measured } from './lib/load.ts';

/** Clearing claims, with the books, against the bare statements that set their state. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    drivers: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    /** Payments that one round clears. */
    payments: { type: 'string', default: '600' },
    connections: { type: 'string', default: '4' },
  },
});
const size = Number(given.drivers);
const opened = await openBench({ bin: given.postgres, drivers: size, payments: size * 10 }, prepare);
const { db, prepared } = opened;

const waiting = (
  await db.selectFrom('payments').select('id').where('status', '=', 'submitted').orderBy('id').execute()
).map(({ id }) => id);
/** The next claims, each once in the whole run. */
const next = (count: number): string[] => {
  const ids = waiting.splice(0, count);
  if (ids.length < count) throw new Error(`Only ${ids.length} claims are left: ask for fewer rounds or more drivers`);
  return ids;
};

const at = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

/** Clears a round's claims on all connections, `perCall` in a call. Counts calls by claim. */
const measure = async (perCall: number, clear: (ids: string[]) => Promise<unknown>): Promise<Measured> => {
  const ids = next(Number(given.payments));
  const times: number[] = [];
  const cpuBefore = cpuOf(process.pid);
  const begun = performance.now();
  const worker = async (): Promise<void> => {
    while (ids.length > 0) {
      const sent = performance.now();
      await clear(ids.splice(0, perCall));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: Number(given.connections) }, worker));
  const seconds = (performance.now() - begun) / 1000;
  const sorted = times.toSorted((one, other) => one - other);
  const count = Number(given.payments);
  return {
    perSecond: count / seconds,
    median: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    cpu: (cpuOf(process.pid) - cpuBefore) / count,
  };
};

const LOCK = 'SELECT id FROM payments WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE';
const SET = `UPDATE payments SET status = 'cleared' WHERE id = ANY($1::bigint[]) AND status = 'submitted'`;

const bare = (perCall: number): Contestant => ({
  name: `bare driver, ${perCall} a transaction, without books`,
  run: () =>
    measure(perCall, (ids) =>
      prepared.transaction(async (query) => {
        await query(LOCK, [ids]);
        await query(SET, [ids]);
      }),
    ),
});
const banbo = (perCall: number): Contestant => ({
  name: `Banbo with the books, ${perCall} a transaction`,
  run: () =>
    measure(perCall, (ids) =>
      db
        .transaction()
        .execute((tx) => transitionPayments(tx, { ids, change: 'clear', by: null, skipOthers: true, now: new Date() })),
    ),
});

try {
  for (const perCall of [1, 100])
    console.log(
      asTable(
        `Clearing claims, ${perCall} a transaction`,
        await compare([bare(perCall), banbo(perCall)], Number(given.rounds)),
      ),
    );
} finally {
  await opened.close();
}
