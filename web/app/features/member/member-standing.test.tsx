import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Due } from './member-standing.tsx';

const STANDING = {
  user: '7',
  fullname: 'AMA MENSAH',
  driver_code: 'DRV0000017',
  car_number: 'GR 2-11',
  mobile_number: '+233240000001',
  paid: '200.00',
  waiting: '0.00',
  due_total: '0.00',
  due: [],
  unpriced_years: [],
  plan_price: null,
  first_month: '2026-11',
};
const FEE = {
  payment_type: 'SS',
  description: 'MONTHLY SUBSCRIPTION',
  payment_year: 2026,
  payment_month: 'NOVEMBER',
  amount: '300.00',
  waiting: '0.00',
};

const shown = (change: Partial<Parameters<typeof Due>[0]['standing']>): string =>
  renderToString(
    <MemoryRouter>
      <Due standing={{ ...STANDING, ...change }} />
    </MemoryRouter>,
  );

test('a member who owes nothing is told so', () => {
  expect(shown({})).toContain('Nothing is due.');
});

test('nobody is told that nothing is due while a year has no prices', () => {
  const page = shown({ unpriced_years: [2027, 2028] });
  expect(page).not.toContain('Nothing is due.');
  for (const year of [2027, 2028])
    expect(page).toContain(`The price for ${year} is not set yet. Please call 024 000 0001.`);
  expect(page).not.toContain('Pay now');
});

test('a year without prices stands above what is due of the others', () => {
  const page = shown({ unpriced_years: [2027], due: [FEE], due_total: '300.00' });
  expect(page.indexOf('The price for 2027')).toBeLessThan(page.indexOf('Total due'));
  expect(page).toContain('Pay now');
});
