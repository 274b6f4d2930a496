import {
  type DriverStanding,
  fromPesewas,
  MONTH_CODES,
  PAYMENT_MODES,
  type PaymentMode,
  toPesewas,
} from '@banbo/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { balanceOf, checkLedger, creditOf, moneyAccount, UNALLOCATED } from '#domains/ledger';
import { readTotals } from '../totals.ts';
import type { World } from './world.ts';

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

/** Fees asked of a driver who registered in November, at the last prices and plan. */
const askedOf = ({ plans, prices }: World, driverId: string): Map<string, string | undefined> =>
  new Map([
    ['DP', prices.get('DP ')],
    ['RF', prices.get('RF ')],
    ['SS 2026 NOVEMBER', prices.get(`SS ${plans.get(driverId)}`)],
  ]);

/** Each fee is covered once; the driver's page says by what, and what is due at its price. */
const expectRightCover = async (world: World, own: readonly Covering[], driverId: string): Promise<void> => {
  const keys = own.map(keyOf).toSorted();
  expect(new Set(keys).size).toBe(keys.length);
  const response = await world.inject('GET', `/drivers/${driverId}/standing`);
  expect(response.statusCode).toBe(200);
  const { covered, due } = response.json<DriverStanding>();
  const nameOf = (fee: { payment_type: string; payment_year: number | null; payment_month: string | null }) =>
    [fee.payment_type, fee.payment_year, fee.payment_month].filter(Boolean).join(' ');
  expect(covered.map(nameOf).toSorted()).toEqual(keys);
  const asked = [...askedOf(world, driverId)].filter(([fee]) => !keys.includes(fee));
  expect(due.map((fee) => [nameOf(fee), fee.amount]).toSorted()).toEqual(asked);
};

/** Each cleared payment has a valid receipt of its amount, each reversed one a void receipt. */
const expectRightReceipts = async ({ it }: World): Promise<void> => {
  const { rows } = await sql`
    SELECT payments.id FROM payments FULL JOIN receipts ON kind IN ('payment', 'land payment') AND subject_id = payments.id
    WHERE (payments.status IN ('cleared', 'reversed') OR receipts.number IS NOT NULL)
      AND (receipts.amount, receipts.status) IS DISTINCT FROM
        (payments.amount, CASE payments.status WHEN 'cleared' THEN 'issued' WHEN 'reversed' THEN 'void' END)`.execute(
    it.db,
  );
  expect(rows).toEqual([]);
};

type Held = { mode: PaymentMode; amount: string };

/** No transfer pays more than the books have of it, and is matched when it is used up. */
const expectRightMoney = async ({ it }: World, cleared: readonly Cleared[]): Promise<Held[]> => {
  const transfers = await it.db.selectFrom('transfers').select(['id', 'mode', 'posted_amount', 'status']).execute();
  const taken = Map.groupBy(cleared, ({ transfer_id }) => transfer_id);
  for (const { id, posted_amount, status } of transfers) {
    const used = sumOf(taken.get(id) ?? []);
    expect(used <= toPesewas(posted_amount)).toBe(true);
    expect(status === 'matched').toBe(used === toPesewas(posted_amount) && used > 0n);
  }
  return transfers.map(({ mode, posted_amount }) => ({ mode, amount: posted_amount }));
};

/**
 * The books balance, each ID counts once, money accounts have all that was received, and revenue,
 * credit and unallocated money are what it went to.
 */
const expectRightLedger = async ({ it }: World, cleared: readonly Cleared[], held: readonly Held[]): Promise<void> => {
  expect(await checkLedger(it.db)).toEqual([]);
  const received = [...held, ...cleared.filter(({ transfer_id }) => transfer_id === null)];
  for (const mode of PAYMENT_MODES.filter((one) => one !== 'cheque')) {
    const account = moneyAccount(mode);
    expect(await balanceOf(it.db, account)).toBe(sumOf(received.filter((one) => moneyAccount(one.mode) === account)));
  }
  const revenues =
    (await balanceOf(it.db, '4000-RF')) + (await balanceOf(it.db, '4000-SS')) + (await balanceOf(it.db, '4000-DP'));
  expect(fromPesewas(-revenues - (await balanceOf(it.db, '2000')))).toBe(fromPesewas(sumOf(cleared)));
  expect(-(await balanceOf(it.db, UNALLOCATED))).toBe(sumOf(received) - sumOf(cleared));
  expect(new Set(cleared.map(({ key, part }) => `${key} ${part}`)).size).toBe(cleared.length);
};

/** Holds all that must be true of money between any two steps. */
export const expectRightBooks = async (world: World): Promise<void> => {
  const { it, payers } = world;
  const { rows: cleared } = await sql<Cleared>`
    SELECT *, transaction_key(transaction_id) AS key FROM payments WHERE status = 'cleared'`.execute(it.db);
  await expectRightLedger(world, cleared, await expectRightMoney(world, cleared));
  await expectRightReceipts(world);
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
    await expectRightCover(world, [...own.filter(({ is_credit }) => !is_credit), ...uses], id);
  }
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
};
