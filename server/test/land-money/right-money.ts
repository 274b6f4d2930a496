import { fromPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { checkBooks } from '../book-checks.ts';
import type { TestApp } from '../harness.ts';
import type { LandMoneyModel } from './model.ts';
import type { MoneyWorld } from './world.ts';

/** Books, rent accounts, receipts and charged days are as the model has them. */
export const expectRightMoney = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  model: LandMoneyModel,
  world: MoneyWorld,
): Promise<void> => {
  const { rows: balances } = await sql<{ account: string; amount: string }>`
    SELECT CASE WHEN account LIKE '10__' THEN 'money' ELSE account END AS account, sum(amount)::numeric(18, 2)::text AS amount
    FROM ledger_postings GROUP BY 1 HAVING sum(amount) <> 0 ORDER BY 1`.execute(db);
  const expected = [...model.balances()].map(([account, amount]) => ({ account, amount: fromPesewas(amount) }));
  expect(balances).toEqual(expected.toSorted((one, other) => (one.account < other.account ? -1 : 1)));

  for (const id of model.tenancies.keys()) {
    const { charged, paid, owed_since } = await world.account(id);
    const own = model.account(id);
    expect({ id, charged, paid, owed_since }).toEqual({
      ...{ id, charged: fromPesewas(own.charged), paid: fromPesewas(own.paid) },
      owed_since: own.owedSince,
    });
  }

  const { rows: twice } = await sql`
    SELECT plot_id, day FROM rent_charges, generate_series(from_day, until_day - 1, '1 day') AS day
    WHERE kind = 'rent' AND cancelled_at IS NULL GROUP BY plot_id, day HAVING count(*) > 1 LIMIT 3`.execute(db);
  expect(twice).toEqual([]);

  const issued = db
    .selectFrom('receipts')
    .select(sql<string>`coalesce(sum(amount), 0)::numeric(18, 2)::text`.as('amount'))
    .where('kind', '=', 'land payment')
    .where('status', '=', 'issued');
  const cleared = model.receipts.reduce((sum, { state, money }) => (state === 'cleared' ? sum + money : sum), 0n);
  expect((await issued.executeTakeFirstOrThrow()).amount).toBe(fromPesewas(cleared));

  expect((await checkBooks({ db, clock })).differences).toEqual([]);
};
