// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';

await fetchPages('regFees_by_mode', 'regFees_by_month', 'regFees_by_period');

holdToday();

const sums = (id: string, more: object) => ({
  id,
  count: 2,
  amount_paid: '450.00',
  waiting_count: 1,
  waiting: '50.00',
  ...more,
});
const DAYS = [sums('2026-11-01', { day: '2026-11-01' }), sums('2026-11-20', { day: '2026-11-20' })];
const MONTHS = [sums('2026-01', { month: '2026-01' }), sums('2026-02', { month: '2026-02' })];
const MODES = [sums('momo', { mode: 'momo' }), sums('cheque', { mode: 'cheque' })];
const TOTALS = { amount: '900.00', waiting: '100.00' };

const open = (address: string, answers: Record<string, Answer> = {}) => {
  const served = serve({
    '/payments/by_period': listed(DAYS, TOTALS),
    '/payments/by_month': listed(MONTHS, TOTALS),
    '/payments/by_mode': listed(MODES, TOTALS),
    ...answers,
  });
  const children = ['regFees_by_period', 'regFees_by_month', 'regFees_by_mode'] as const;
  return { ...openOfficePage(children, address), ...served };
};

test.each([
  ['/regFees_by_period', 'Period Payment', '1 Nov 2026'],
  ['/regFees_by_month', 'Monthly Payment', 'January 2026'],
  ['/regFees_by_mode', 'Payments By Mode', 'MoMo'],
])('%s shows its sums as a chart and as a table, what waits apart from the total', async (path, title, first) => {
  const { user } = open(`${path}?kind=subscriptions`);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(
    await screen.findByRole('img', { name: new RegExp(`^Chart of ${title}: Subscription Payments`) }),
  ).toBeVisible();
  expect((await screen.findAllByText(first)).length).toBeGreaterThan(0);
  expect(screen.getByText('900.00')).toBeVisible();
  expect(screen.getByText('100.00')).toBeVisible();
  expect(screen.getByLabelText('Payments')).toHaveValue('subscriptions');
  await user.click(screen.getByRole('button', { name: 'Views, columns and files' }));
  expect(await screen.findByRole('menuitem', { name: 'Save as Excel' })).toBeVisible();
});

test('the kind is chosen among the three, and the way back leads to its list', async () => {
  const { user, router } = open('/regFees_by_month');
  await user.selectOptions(await screen.findByLabelText('Payments'), 'device_payments');
  await waitFor(() => expect(router.state.location.search).toBe('?kind=device_payments'));
  expect(await screen.findByRole('link', { name: 'Device Payments' })).toHaveAttribute('href', '/device_payments');
  const year = screen.getByLabelText('Year');
  expect(year).toHaveValue('2026');
  expect([...within(year).getAllByRole('option')].map(({ textContent }) => textContent)).toEqual([
    '2026',
    '2025',
    '2024',
  ]);
});

const press = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(screen.getByRole('button', { name: 'Show' }));

test('a period begins with the last days, and asks for both of its days in their order', async () => {
  const { user, router } = open('/regFees_by_period');
  const dates = await screen.findByRole('button', { name: 'Dates: 21 Oct – 20 Nov' });
  await user.click(dates);
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  const to = screen.getByLabelText<HTMLInputElement>('To');
  expect([from.value, to.value]).toEqual(['21/10/2026', '20/11/2026']);
  await user.clear(from);
  await press(user);
  expect(await screen.findByText('Please give the first day.')).toBeVisible();
  await user.type(from, '21/11/2026');
  await press(user);
  expect(await screen.findByText('The last day is before the first one.')).toBeVisible();
  expect(router.state.location.search).toBe('');
  await user.clear(to);
  await user.type(to, '30nov');
  await press(user);
  await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-21&to=2026-11-30'));
});

test('sums that cannot be had say why', async () => {
  open('/regFees_by_mode', { '/payments/by_mode': () => refusal(422, 'The sums are being mended.') });
  expect(await screen.findByText('The sums are being mended.')).toBeVisible();
});

test('a period without payments says so', async () => {
  open('/regFees_by_period', { '/payments/by_period': listed([], { amount: '0.00' }) });
  expect(await screen.findByText('No payments in this period.')).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
});

test('a period of more days than a chart takes says how many it shows', async () => {
  open('/regFees_by_period', { '/payments/by_period': listed(DAYS, { count: 300 }) });
  expect(await screen.findByText('The chart shows the first 2 of 300 rows.')).toBeVisible();
});
