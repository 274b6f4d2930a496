import { randomUUID } from 'node:crypto';
import {
  type DriverStanding,
  fromPesewas,
  MONTH_CODES,
  PAYMENT_MODES,
  type PaymentMode,
  toPesewas,
} from '@banbo/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { balanceOf, checkLedger, creditOf, moneyAccount } from '#domains/ledger';
import { transitionPayments } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { statementCsv } from '../../../test/builders/statements.ts';
import { submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { importServer, statementsOf } from '../../../test/statement-imports.ts';
import { readTotals } from '../../../test/totals.ts';
import { clearWith, reopenTransfers } from './transfers/clear-with.ts';
import { matchLateClaims, matchTransfers } from './transfers/match-transfers.ts';
import { recordTransfers } from './transfers/record-transfers.ts';

let it: TestApp;
type Payer = Awaited<ReturnType<typeof buildDriver>>['driver'];
let payers: Payer[];
/** Two, since some decisions are not for whoever captured the money. */
let staff: Awaited<ReturnType<typeof buildCaller>>[];

beforeEach(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** Few, so that claims, captures and statements meet. */
const IDS = Array.from({ length: 12 }, (_, n) => String(68_576_386_100 + n));
const AMOUNTS = ['150.00', '200.00', '300.00', '350.25', '800.00'] as const;

const of = <T>(values: readonly T[]) => fc.constantFrom(...values);
const money = { transactionId: of(IDS), amount: of(AMOUNTS) };
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('submit' as const), ...money, payer: fc.nat(2), month: fc.nat(3) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: of(['capture', 'statement'] as const), ...money, zeros: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: of(['clear', 'credit', 'reject', 'undo', 'reverse', 'clear with', 'credit with'] as const),
      which: fc.nat(),
      transfer: fc.nat(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('desk' as const),
      ...money,
      payer: fc.nat(2),
      month: fc.nat(3),
      other: fc.option(fc.nat(2)),
      by: fc.nat(1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: of(['use', 'return'] as const), payer: fc.nat(2), fee: fc.nat(3), which: fc.nat() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: of(['award', 'assign', 'dismiss', 'take up', 'accept', 'correct', 'clear ready'] as const),
      which: fc.nat(),
      payer: fc.nat(2),
      month: fc.nat(3),
      by: fc.nat(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      lines: fc.array(fc.record(money), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('price' as const), amount: of(AMOUNTS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Decision = Extract<Step, { transfer: number }>;

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => it.db.transaction().execute(work);
const made = () => ({ by: null, now: it.clock.now });

/** A fee as its form sends it: the registration fee, or one of three months. */
const feeOf = (month: number) =>
  month === 0
    ? { payment_type: 'RF' }
    : { payment_type: 'SS', payment_year: 2026, payment_month: MONTH_CODES[month + 8] ?? '' };

let calls = 0;
/** The call of a member of staff, from an address of its own: calls that come at once are bounded by address. */
const inject = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { payload, by = 0 }: { payload?: object; by?: number },
) => {
  calls += 1;
  return it.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...staff[by]?.headers, 'idempotency-key': randomUUID() },
    remoteAddress: `10.6.${(calls >> 8) & 255}.${calls & 255}`,
    ...(payload && { payload }),
  });
};

/** True when the call did what it says, false when it was refused. */
const call = async (method: 'POST' | 'PATCH', path: string, payload: object, by = 0): Promise<boolean> => {
  const { statusCode, body } = await inject(method, path, { payload, by });
  if (statusCode >= 500 || statusCode === 429) throw new Error(`${method} ${path}: ${body}`);
  return statusCode < 300;
};

const submit = ({ transactionId, amount, payer, month }: Extract<Step, { kind: 'submit' }>): Promise<boolean> => {
  const driver = payers[payer] as Payer;
  const given = { amount, transaction_id: transactionId };
  const claim =
    month === 0 ? submissionOf(driver, given) : subscriptionOf(driver, 2026, MONTH_CODES[month + 8] ?? '', given);
  return call('POST', '/payments', claim);
};

/** One fee for half of the money, another for the rest, which is credit where there is no other. */
const receiveAtDesk = ({ transactionId, amount, payer, month, other, by }: Extract<Step, { kind: 'desk' }>) => {
  const row = (index: number, fee: object) => {
    const { car_number, driver_code } = payers[index] as Payer;
    return { car_number, driver_code, amount: fromPesewas(toPesewas(amount) / 2n), ...fee };
  };
  const payments = [row(payer, feeOf(month)), ...(other === null ? [] : [row(other, feeOf((month + 1) % 4))])];
  const rest = toPesewas(amount) - BigInt(payments.length) * (toPesewas(amount) / 2n);
  const credit_to = rest > 0n ? { credit_to: payers[payer]?.driver_code } : {};
  const given = { mode: 'momo', transaction_id: transactionId, amount, seen_in_account: true, payments, ...credit_to };
  return call('POST', '/payments/receive', given, by);
};

const moveCredit = async ({ kind, payer, fee, which }: Extract<Step, { fee: number }>): Promise<boolean> => {
  const { id } = payers[payer] as Payer;
  const asked = fee === 3 ? { payment_type: 'DP' } : feeOf(fee === 2 ? 2 : fee);
  if (kind === 'use') return call('POST', `/drivers/${id}/credit_uses`, asked);
  const uses = await it.db.selectFrom('credit_uses').select('id').where('driver_id', '=', id).orderBy('id').execute();
  const use = uses[which % Math.max(1, uses.length)];
  return use ? call('PATCH', `/drivers/${id}/credit_uses/${use.id}`, { reason: 'As the test says.' }) : false;
};

const MONEY_DECISIONS = { dismiss: 'dismiss', 'take up': 'undo', accept: 'accept', correct: 'correct' } as const;

const decideAtScreen = async (one: Extract<Step, { which: number; by: number }>): Promise<boolean> => {
  const { kind, which, payer, month, by } = one;
  const reason = 'As the test says.';
  if (kind === 'clear ready') return call('POST', '/clearance/clear_ready', {}, by);
  if (kind === 'award') {
    const { rows } = await sql<{ id: string; attempt_id: string }>`
      SELECT payments.id, attempt.id AS attempt_id FROM payments JOIN payment_attempts AS attempt
        ON transaction_key(attempt.transaction_id) = transaction_key(payments.transaction_id)
      WHERE status = 'submitted' ORDER BY 1, 2`.execute(it.db);
    const found = rows[which % Math.max(1, rows.length)];
    if (!found) return false;
    return call('PATCH', `/clearance/${found.id}`, { decision: kind, attempt_id: found.attempt_id, reason }, by);
  }
  const transfers = await it.db.selectFrom('transfers').select('id').orderBy('id').execute();
  const transfer = transfers[which % Math.max(1, transfers.length)];
  if (!transfer) return false;
  const body =
    kind === 'assign'
      ? { decision: kind, fee: { car_number: payers[payer]?.car_number, ...feeOf(month) } }
      : { decision: MONEY_DECISIONS[kind], reason };
  return call('PATCH', `/transfers/${transfer.id}`, body, by);
};

/** A statement from its file to the end of its import. */
const importStatement = async ({ lines }: Extract<Step, { kind: 'import' }>): Promise<boolean> => {
  const statements = statementsOf(it, staff[0]?.headers ?? {});
  const file = lines.map(({ transactionId: id, amount }) => ({ date: '18/11/2026', id, amount }));
  const { statusCode } = await statements.start(await statements.checked(statementCsv(file)));
  const errors: unknown[] = [];
  await importServer(it, errors).runDue();
  expect(errors).toEqual([]);
  return statusCode < 300;
};

const receive = async ({ kind, transactionId, amount, zeros }: Extract<Step, { zeros: boolean }>): Promise<void> => {
  const transfer = {
    mode: 'momo' as const,
    transaction_id: zeros ? `00000${transactionId}` : transactionId,
    amount,
    received_on: '2026-11-19',
    payer_name: '',
    payer_number: '',
    reference: '',
    source: kind,
  };
  await inTransaction(async (tx) => {
    const recorded = await recordTransfers(tx, [transfer], made());
    await matchTransfers(
      tx,
      recorded.map(({ id }) => id),
      { ...made(), statement: { lines: kind === 'statement' ? [transfer] : [], broughtBy: [] } },
    );
  });
};

/** Changes any payment, whether or not it may be: the product refuses what may not. */
const decide = async ({ kind, which, transfer }: Decision): Promise<void> => {
  const ids = (await it.db.selectFrom('payments').select('id').orderBy('id').execute()).map(({ id }) => id);
  const transfers = await it.db.selectFrom('transfers').select(['id', 'amount']).orderBy('id').execute();
  const id = ids[which % Math.max(1, ids.length)];
  if (id === undefined) return;
  if (kind === 'clear with' || kind === 'credit with') {
    const chosen = transfers[transfer % Math.max(1, transfers.length)];
    if (!chosen) return;
    const change = kind === 'clear with' ? 'clear' : 'credit';
    await inTransaction((tx) =>
      clearWith(tx, { transferId: chosen.id, amounts: new Map([[id, chosen.amount]]), change }, made()),
    );
  } else {
    await inTransaction(async (tx) => {
      await transitionPayments(tx, { ids: [id], change: kind, ...made(), reason: 'As the test says.' });
      if (kind === 'reverse') await reopenTransfers(tx, [id]);
    });
  }
};

/** Gives false for what was refused; throws the refusal where it is one of the domain's own. */
const take = async (one: Step): Promise<boolean> => {
  if (one.kind === 'submit') return submit(one);
  if (one.kind === 'desk') return receiveAtDesk(one);
  if (one.kind === 'import') return importStatement(one);
  if ('fee' in one) return moveCredit(one);
  if ('zeros' in one) await receive(one);
  else if (one.kind === 'price')
    await it.db.updateTable('payment_list').set({ amount: one.amount }).where('year', '=', 2026).execute();
  else if (one.kind === 'look') await matchLateClaims(it.db, it.clock.now);
  else if ('by' in one) return decideAtScreen(one);
  else await decide(one);
  return true;
};

const takeOrRefuse = async (one: Step): Promise<'taken' | 'refused'> => {
  try {
    return (await take(one)) ? 'taken' : 'refused';
  } catch (error) {
    if (error instanceof Refusal) return 'refused';
    throw error;
  }
};

type Cleared = {
  id: string;
  payment_year: number | null;
  payment_month: number | null;
  driver_id: string;
  mode: PaymentMode;
  type_code: string;
  amount: string;
  amount_due: string | null;
  is_credit: boolean;
  transfer_id: string | null;
  key: string;
  part: number;
};

const sumOf = (rows: readonly { amount: string }[]): bigint =>
  rows.reduce((sum, { amount }) => sum + toPesewas(amount), 0n);

/** The pesewas that cover no fee, worked out anew. */
const creditIn = ({ amount, amount_due, is_credit }: Cleared): bigint => {
  const over = toPesewas(amount) - toPesewas(amount_due ?? amount);
  if (is_credit) return toPesewas(amount);
  return over > 0n ? over : 0n;
};

type Used = Pick<Cleared, 'id' | 'driver_id' | 'type_code' | 'amount' | 'payment_year' | 'payment_month'>;
type Covering = Pick<Cleared, 'type_code' | 'payment_year' | 'payment_month'>;

const keyOf = ({ type_code, payment_year, payment_month }: Covering): string =>
  [type_code, payment_year, payment_month && MONTH_CODES[payment_month - 1]].filter(Boolean).join(' ');

/** Each fee is covered once, and the driver's page says of each what payments and uses of credit come to. */
const expectRightCover = async (own: readonly Covering[], id: string): Promise<void> => {
  const keys = own.map(keyOf).toSorted();
  expect(new Set(keys).size).toBe(keys.length);
  const response = await inject('GET', `/drivers/${id}/standing`, {});
  expect(response.statusCode).toBe(200);
  const { covered, due } = response.json<DriverStanding>();
  const said = (fees: readonly { payment_type: string; payment_year: number | null; payment_month: string | null }[]) =>
    fees.map((fee) => [fee.payment_type, fee.payment_year, fee.payment_month].filter(Boolean).join(' ')).toSorted();
  expect(said(covered)).toEqual(keys);
  expect(said(due)).toEqual(['DP', 'RF', 'SS 2026 NOVEMBER'].filter((fee) => !keys.includes(fee)));
};

/** Each payment that is cleared has a receipt of its amount that stands, and each that was reversed a void one. */
const expectRightReceipts = async (): Promise<void> => {
  const { rows } = await sql`
    SELECT payments.id FROM payments FULL JOIN receipts ON kind = 'payment' AND subject_id = payments.id
    WHERE (payments.status IN ('cleared', 'reversed') OR receipts.number IS NOT NULL)
      AND (receipts.amount, receipts.status) IS DISTINCT FROM
        (payments.amount, CASE payments.status WHEN 'cleared' THEN 'issued' WHEN 'reversed' THEN 'void' END)`.execute(
    it.db,
  );
  expect(rows).toEqual([]);
};

const expectRightBooks = async (): Promise<void> => {
  const { rows: cleared } = await sql<Cleared>`
    SELECT *, transaction_key(transaction_id) AS key FROM payments WHERE status = 'cleared'`.execute(it.db);
  expect(await checkLedger(it.db)).toEqual([]);
  for (const mode of PAYMENT_MODES.filter((one) => one !== 'cheque')) {
    const account = moneyAccount(mode);
    expect(await balanceOf(it.db, account)).toBe(sumOf(cleared.filter((one) => moneyAccount(one.mode) === account)));
  }
  const { rows: used } = await sql<Used>`SELECT * FROM credit_uses WHERE status = 'used'`.execute(it.db);
  const credits = await creditOf(
    it.db,
    payers.map(({ id }) => id),
  );
  for (const { id } of payers) {
    const own = cleared.filter(({ driver_id }) => driver_id === id);
    const uses = used.filter(({ driver_id }) => driver_id === id);
    const credit = own.reduce((sum, one) => sum + creditIn(one), 0n) - sumOf(uses);
    expect(credits.get(id) ?? 0n).toBe(credit);
    expect(credit >= 0n).toBe(true);
    await expectRightCover([...own.filter(({ is_credit }) => !is_credit), ...uses], id);
  }
  const revenues =
    (await balanceOf(it.db, '4000-RF')) + (await balanceOf(it.db, '4000-SS')) + (await balanceOf(it.db, '4000-DP'));
  expect(fromPesewas(-revenues - (await balanceOf(it.db, '2000')))).toBe(fromPesewas(sumOf(cleared)));
  // Each transaction ID is counted at most once, and no transfer pays more than it is.
  expect(new Set(cleared.map(({ key, part }) => `${key} ${part}`)).size).toBe(cleared.length);
  const transfers = await it.db.selectFrom('transfers').select(['id', 'amount', 'status']).execute();
  for (const { id, amount, status } of transfers) {
    const taken = sumOf(cleared.filter(({ transfer_id }) => transfer_id === id));
    expect(taken <= toPesewas(amount)).toBe(true);
    expect(status === 'matched').toBe(taken === toPesewas(amount));
  }
  await expectRightReceipts();
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
};

test('whatever is claimed, received, imported, cleared, paid from credit, awarded and reversed in whatever order, the books are right after each step', async () => {
  const kinds = new Set<string>();
  const outcomes = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      // Anew for each sequence: an account's calls are bounded.
      staff = [await buildCaller(it, 'SuperAdmin'), await buildCaller(it, 'SuperAdmin')];
      payers = [];
      for (let n = 0; n < 3; n += 1) payers.push((await buildDriver(it)).driver);
      // Two may pay months at once, and have credit.
      for (const payer of payers.slice(1))
        await buildPayment(it, submissionOf(payer, { amount: '2500.00' }), 'cleared');
      for (const one of steps) {
        const outcome = await takeOrRefuse(one);
        outcomes[outcome] += 1;
        if (outcome === 'taken') kinds.add(one.kind);
        await expectRightBooks();
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
  for (const kind of ['submit', 'desk', 'use', 'import']) expect(kinds).toContain(kind);
  expect(outcomes.taken).toBeGreaterThan(outcomes.refused / 4);
}, 120_000);
