import type { Period, PlanFrom, Price } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PaymentsPage } from './payments-page.tsx';

const type = (type_code: string, description: string, period: Period) => {
  return { type_code, description, period, required_type: null };
};
/** The last two are as staff may add them: no code knows them. */
const TYPES = [
  type('SS', 'MONTHLY SUBSCRIPTION', 'monthly'),
  type('RA', 'RADIO LINK', 'monthly'),
  type('ST', 'SAFETY STICKER', 'once'),
];

type Priced = { year: number } & Price;

/** The form as it opens for a payment of the year 2028. */
const shown = (prices: Priced[], plans: PlanFrom[] = [], payment_type = 'SS'): string => {
  const client = new QueryClient();
  client.setQueryData(['payment_types', 'drivers'], TYPES);
  client.setQueryData(['payment_list', 'all years'], prices);
  const prefill = { payment_type, payment_year: '2028', payment_month: 'JANUARY' };
  return renderToString(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <MemoryRouter>
          <PaymentsPage
            cancelPath="/"
            returnPath="/main_payments"
            opened={{ prefill, pricing: { plans, first_month: '2026-11' } }}
            paid={null}
          />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
};

const NOT_SET = 'The price for 2028 is not set yet. Please call 024 000 0001.';

test('the amount of a year without prices says so and whom to call', () => {
  expect(shown([])).toContain(NOT_SET);
});

const STANDARD: Priced = { year: 2028, type_code: 'SS', plan: 'standard', amount: '820.00' };

test('a year with prices says no such thing', () => {
  expect(shown([{ ...STANDARD, plan: 'monthly' }])).not.toContain('is not set yet');
});

test('a year is without the price of the driver’s plan, whatever others cost', () => {
  expect(shown([STANDARD])).toContain(NOT_SET);
  expect(shown([STANDARD], [{ plan: 'standard', from: '2027-05' }])).not.toContain('is not set yet');
});

test('every type that the server lists is offered, and asks for a month exactly where it is monthly', () => {
  const pages = TYPES.map(({ type_code, period }) => ({ period, page: shown([], [], type_code) }));
  for (const { period, page } of pages) {
    for (const { description } of TYPES) expect(page).toContain(description);
    expect(page.includes('Payment Month')).toBe(period === 'monthly');
    expect(page.includes('Payment Year')).toBe(period === 'monthly');
  }
});
