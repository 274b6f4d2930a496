import type { PlanFrom, Price } from '@banbo/contract';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMPANY } from '../../../../test/builders/company.ts';

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** The form as it opens for a subscription of the year 2028, once types and prices are there. */
const shown = async (listed: ({ year: number } & Price)[], plans: PlanFrom[] = []): Promise<string> => {
  const monthly = { type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly', required_type: null };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('payment_types') ? [monthly] : listed));
  const { pricesRead, typesRead } = await import('./use-payment-amount.ts');
  const { PaymentsPage } = await import('./payments-page.tsx');
  const { PreviewedSite } = await import('~/components/site/site-info.ts');
  await Promise.all([pricesRead.ensure(), typesRead.ensure()]);
  const prefill = { payment_type: 'SS', payment_year: '2028', payment_month: 'JANUARY' };
  return renderToString(
    <MemoryRouter>
      <PreviewedSite value={COMPANY}>
        <PaymentsPage
          cancelPath="/"
          returnPath="/main_payments"
          opened={{ prefill, pricing: { plans, first_month: '2026-11' } }}
          paid={null}
        />
      </PreviewedSite>
    </MemoryRouter>,
  );
};

const NOT_SET = 'The price for 2028 is not set yet. Please call 024 000 0001.';

test('the amount of a year without prices says so and whom to call', async () => {
  expect(await shown([])).toContain(NOT_SET);
});

const STANDARD: Price & { year: number } = { year: 2028, type_code: 'SS', plan: 'standard', amount: '820.00' };

test('a year with prices says no such thing', async () => {
  expect(await shown([{ ...STANDARD, plan: 'monthly' }])).not.toContain('is not set yet');
});

test('a year is without the price of the driver’s plan, whatever others cost', async () => {
  expect(await shown([STANDARD])).toContain(NOT_SET);
  expect(await shown([STANDARD], [{ plan: 'standard', from: '2027-05' }])).not.toContain('is not set yet');
});

test('the next step stands above what was paid, in sight on a phone', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const { PaidPanel } = await import('./paid-panel.tsx');
  const claim = {
    ...{ transaction_id: '68576386182', amount: '200.00', payment_type: 'RF', driver_code: 'DRV0000017' },
    ...{ car_number: 'GR 2-11', message: 'Your payment was sent.' },
  };
  const panel = renderToString(
    <MemoryRouter>
      <PaidPanel claim={claim} isMember={false} setup={null} onAnother={async () => {}} />
    </MemoryRouter>,
  );
  expect(panel).toContain('Sign in to see your payments');
  expect(panel.indexOf('Sign in to see your payments')).toBeLessThan(panel.indexOf('68576386182'));
});

test('the form keeps the room of both its texts, of which one is said', async () => {
  const page = await shown([]);
  expect(page).toMatch(/<span>[^<]*Send the money first/);
  expect(page).toMatch(/<span aria-hidden="true">[^<]*Send the money first/);
});
