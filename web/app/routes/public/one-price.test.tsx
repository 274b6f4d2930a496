import { DEFAULT_PRICES, formatMoney, type PlanSlug, planOf } from '@banbo/contract';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RegisteredPanel } from '~/features/drivers/registration/registered-panel.tsx';
import { PlanNote } from '~/features/drivers/registration/wizard.tsx';
import { PaymentsPage } from '~/features/payments/form/payments-page.tsx';
import { pricesRead, typesRead } from '~/features/payments/form/use-payment-amount.ts';
import { PlanCards } from '~/features/site/pricing/pricing.tsx';

const YEAR = 2028;
const DRIVER = { driver_code: 'DRV0000017', car_number: 'GR 2-11', fullname: 'AMA M.', mobile_number: '024 000 0001' };
const nothing = () => undefined;

beforeAll(async () => {
  const monthly = { type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly', required_type: null };
  const listed = DEFAULT_PRICES.map((price) => ({ ...price, year: YEAR }));
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('payment_types') ? [monthly] : listed));
  await Promise.all([pricesRead.ensure(), typesRead.ensure()]);
});
afterAll(() => void vi.unstubAllGlobals());

/** The page's texts, with the values of its fields. */
const shown = (page: ReactNode): string =>
  renderToString(<MemoryRouter>{page}</MemoryRouter>).replaceAll('<!-- -->', '');

const cardOf = (plan: PlanSlug): string =>
  shown(<PlanCards />)
    .split('<h2>')
    .find((card) => card.startsWith(`${planOf(plan)?.name}</h2>`)) ?? '';

test.each([
  ['monthly', '300.00'],
  ['standard', '800.00'],
  ['platinum', '1200.00'],
] as const)(
  'a month on the plan %s costs the same on the site, in the wizard, on the confirmation and in the form',
  (plan, amount) => {
    const price = formatMoney(amount);
    const plans = [{ plan, from: `${YEAR}-01` }];
    const month = { payment_type: 'SS', payment_year: String(YEAR), payment_month: 'MAY' };
    expect(cardOf(plan).replaceAll(/<[^>]*>/g, '')).toContain(`${price} per month`);
    expect(shown(<PlanNote slug={plan} onChange={nothing} />)).toContain(`</strong>, ${price} a month`);
    const registered = { ...DRIVER, plan, plans, first_month: `${YEAR}-01` };
    const confirmation = shown(<RegisteredPanel driver={registered} />);
    expect(confirmation).toContain(`<dd>${planOf(plan)?.name}, ${price} a month</dd>`);
    expect(confirmation).toContain(`<dd>${price}</dd>`);
    // An amount other than the price shows the price itself.
    const prefill = { ...month, amount: '1.00' };
    const opened = { prefill, pricing: { plans, first_month: `${YEAR}-01` } };
    const form = shown(<PaymentsPage cancelPath="/" returnPath="/main_payments" opened={opened} paid={null} />);
    expect(form).toContain(`The price is ${price}, which is`);
  },
);
