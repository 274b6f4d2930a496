import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { PaymentsPage } from './payments-page.tsx';

/** The form as it opens for a subscription of the year 2028. */
const shown = (
  prices: { year: number; type_code: string; amount: string }[],
  plan_price: string | null = null,
): string => {
  const client = new QueryClient();
  client.setQueryData(['payment_types', 'drivers'], [{ type_code: 'SS', description: 'MONTHLY SUBSCRIPTION' }]);
  client.setQueryData(['payment_list', 'all years'], prices);
  const prefill = { payment_type: 'SS', payment_year: '2028', payment_month: 'JANUARY' };
  return renderToString(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <MemoryRouter>
          <PaymentsPage
            cancelPath="/"
            returnPath="/main_payments"
            opened={{ prefill, pricing: { plan_price, first_month: '2026-11' } }}
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

test('a year with prices says no such thing, nor a plan with a price of its own', () => {
  expect(shown([{ year: 2028, type_code: 'SS', amount: '320.00' }])).not.toContain('is not set yet');
  expect(shown([], '1200.00')).not.toContain('is not set yet');
});
