import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** The form as it opens for a subscription of the year 2028, once the prices are there. */
const shown = async (
  listed: { year: number; type_code: string; amount: string }[],
  plan_price: string | null = null,
): Promise<string> => {
  vi.stubGlobal('fetch', async () => Response.json(listed));
  const { prices } = await import('./use-payment-lookups.ts');
  const { PaymentsPage } = await import('./payments-page.tsx');
  await prices.ensure();
  const prefill = { payment_type: 'SS', payment_year: '2028', payment_month: 'JANUARY' };
  return renderToString(
    <MemoryRouter>
      <PaymentsPage
        cancelPath="/"
        returnPath="/main_payments"
        opened={{ prefill, pricing: { plan_price, first_month: '2026-11' } }}
        paid={null}
      />
    </MemoryRouter>,
  );
};

const NOT_SET = 'The price for 2028 is not set yet. Please call 024 000 0001.';

test('the amount of a year without prices says so and whom to call', async () => {
  expect(await shown([])).toContain(NOT_SET);
});

test('a year with prices says no such thing, nor a plan with a price of its own', async () => {
  expect(await shown([{ year: 2028, type_code: 'SS', amount: '320.00' }])).not.toContain('is not set yet');
  expect(await shown([], '1200.00')).not.toContain('is not set yet');
});
