import { fromPesewas } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { openMoneyWorld } from '../../../../test/land-money/world.ts';
import { startRefunds } from '../../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

test('rent that is cleared while its tenancy is transferred is paid once, on the tenancy that owed it', async () => {
  const world = await openMoneyWorld(office);
  for (let round = 0; round < 8; round += 1) {
    const { plot_id, answer } = await world.grant('stool', '400.00');
    const tenancy = answer.body.tenancy_id as string;
    const owed = [...(await world.raise('rent', 2026))].find(([id]) => id === tenancy)?.[1] ?? fromPesewas(0n);
    const rent = [{ payment_type: 'CC2000', amount: owed, tenancy_id: tenancy }];
    const cheque = await world.receive(rent, owed, await world.holderOf(tenancy), 'cheque');
    const [paid, transfer] = await Promise.all([
      world.decideCheque(cheque.transfer, 'bank_paid'),
      world.transfer(tenancy, plot_id),
    ]);
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    // Either it was paid first, or the rent was still owed.
    expect([200, 409]).toContain(transfer.answer.status);
    expect(await world.account(tenancy)).toMatchObject({ charged: owed, paid: owed, owed_since: null });
    const next = await world.currentOf(plot_id);
    expect(next?.id === tenancy).toBe(transfer.answer.status === 409);
    if (next && next.id !== tenancy) {
      expect(await world.account(next.id)).toMatchObject({ charged: '0.00', paid: '0.00' });
    }
  }
  expect((await checkBooks(office.it)).differences).toEqual([]);
}, 60_000);
