import type { PlanFrom, Price } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PaymentsPage } from './payments-page.tsx';

/** The form as it opens for a subscription of the year 2028. */
const shown = (prices: ({ year: number } & Price)[], plans: PlanFrom[] = []): string => {
  const client = new QueryClient();
  client.setQueryData(
    ['payment_types', 'drivers'],
    [{ type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly', required_type: null }],
  );
  client.setQueryData(['payment_list', 'all years'], prices);
  const prefill = { payment_type: 'SS', payment_year: '2028', payment_month: 'JANUARY' };
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

const STANDARD: Price & { year: number } = { year: 2028, type_code: 'SS', plan: 'standard', amount: '820.00' };

test('a year with prices says no such thing', () => {
  expect(shown([{ ...STANDARD, plan: 'monthly' }])).not.toContain('is not set yet');
});

test('a year is without the price of the driver’s plan, whatever others cost', () => {
  expect(shown([STANDARD])).toContain(NOT_SET);
  expect(shown([STANDARD], [{ plan: 'standard', from: '2027-05' }])).not.toContain('is not set yet');
});
