import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, expect, test, vi } from 'vitest';
import { MISSING_CODE } from '~/lib/form/use-form.ts';
import { firstRenderOf } from '../../../../test/first-render.tsx';
import { PaymentsPage } from './payments-page.tsx';
import { usePayment } from './use-payment.ts';
import { readDraft } from './use-payment-form.ts';

const { say } = vi.hoisted(() => ({ say: vi.fn() }));
vi.mock('~/lib/form/use-form.ts', async (original) => {
  const { useForm, ...others } = await original<typeof import('~/lib/form/use-form.ts')>();
  return { ...others, useForm: (options: Parameters<typeof useForm>[0]) => ({ ...useForm(options), say }) };
});
// As a browser without network that has not kept the page.
const { missing } = vi.hoisted(() => ({
  missing: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));
vi.mock('./payment-rules.ts', missing);
vi.mock('./sending/submit-payment.ts', missing);

const sent: string[] = [];
vi.stubGlobal('fetch', async (path: string) => {
  sent.push(path);
  throw new TypeError('Failed to fetch');
});
const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
});
afterAll(() => vi.unstubAllGlobals());

const OPENED = { prefill: {}, pricing: null };
const TYPED = { car_number: 'GR 1234-20', amount: '200.00', transaction_id: '68576386182' };

test.each(['submit', 'keepOnPhone'] as const)(
  'a payment whose code cannot be had for %s says so at the form, sends nothing and stays over a reload',
  async (press) => {
    say.mockClear();
    kept.clear();
    const opened = firstRenderOf(() => usePayment(OPENED, '/main_payments'));
    opened.form.setValues(TYPED);
    await opened[press]();
    expect(say).toHaveBeenCalledExactlyOnceWith(MISSING_CODE);
    expect(sent).not.toContain('/api/payments');
    expect(opened.form.getValues()).toMatchObject(TYPED);
    expect(readDraft()).toMatchObject(TYPED);
  },
);

test('the form has a line for it, which screen readers announce', () => {
  const html = renderToString(
    <MemoryRouter>
      <PaymentsPage cancelPath="/" returnPath="/main_payments" opened={OPENED} paid={null} />
    </MemoryRouter>,
  );
  expect(html).toMatch(/<form[\s\S]*role="alert" tabindex="-1"[\s\S]*<\/form>/i);
});
