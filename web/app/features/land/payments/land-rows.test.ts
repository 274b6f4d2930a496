import { expect, test } from 'vitest';
import { emptyLandMoney, type LandRow, landErrors, owedRentWords, toReceivedLand } from './land-rows.ts';

const row = (given: Partial<LandRow> = {}): LandRow => ({
  ...{ key: 1, payment_type: 'CC5000', tenancy_id: '', plot_id: '', isOtherPlot: false, amount: '50' },
  ...given,
});
const paid = { ...emptyLandMoney(), tenant_id: '7', amount: '50.00' };

test('a row names the tenancy of ground rent, and of anything else the plot', () => {
  const chosen = { tenancy_id: '3', plot_id: '4' };
  const { payments, ...body } = toReceivedLand(paid, [row({ payment_type: 'CC2000', ...chosen }), row(chosen)]);
  expect(payments).toEqual([
    { payment_type: 'CC2000', amount: '50.00', tenancy_id: '3' },
    { payment_type: 'CC5000', amount: '50.00', plot_id: '4' },
  ]);
  expect(body).toMatchObject({ mode: 'cash', tenant_id: '7' });
  expect(body).not.toHaveProperty('plot_id');
});

test('what is missing is said at the payer, the row or the field', () => {
  expect(landErrors(paid, [row()])).toEqual({});
  expect(landErrors({ ...paid, payer: 'plot_id' }, [row()])).toEqual({
    plot_id: 'Please choose who pays: a tenant, an application or a plot.',
  });
  expect(landErrors(paid, [row({ payment_type: 'CC2000' })])).toEqual({
    'payments.0.tenancy_id': 'Please choose the tenancy whose ground rent is paid.',
  });
  expect(landErrors(paid, [])).toHaveProperty('payments', 'Please add what is paid.');
  expect(landErrors(paid, [row(), row()])).toHaveProperty(['payments.1.payment_type']);
  expect(landErrors({ ...paid, amount: '' }, [row()])).toHaveProperty('amount', 'Please enter the amount.');
});

test.each([
  ['0.00', 'nothing owed'],
  ['120.00', 'GHS 120.00 owed'],
  ['-30.00', 'paid ahead GHS 30.00'],
])('rent of %s is told as %s', (owed, words) => {
  expect(owedRentWords({ id: '3', plot_id: '4', plot: 'A 12', ground_rent: '120.00', owed, held_until: null })).toBe(
    words,
  );
});
