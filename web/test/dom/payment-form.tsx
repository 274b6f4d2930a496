import { screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { COMPANY } from '../builders/company.ts';
import { openPage, underToasts } from './open-page.tsx';
import { type Answer, serve } from './served.ts';

export const FIND = '/drivers/find_driver_by_car_number';
export const CHECK = '/fee_payment/check_fee_payment';
export const TYPES = [
  { type_code: 'RF', description: 'REGISTRATION FEE', period: 'once', required_type: null },
  { type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly', required_type: 'RF' },
  { type_code: 'DP', description: 'DEVICE PAYMENT', period: 'any', required_type: 'RF' },
];
export const PRICES = [
  { year: 2026, type_code: 'RF', plan: null, amount: '200.00' },
  { year: 2026, type_code: 'SS', plan: 'monthly', amount: '300.00' },
  { year: 2026, type_code: 'SS', plan: 'platinum', amount: '1200.00' },
  { year: 2026, type_code: 'DP', plan: null, amount: '1500.00' },
];
export const DRIVER = {
  driver_code: 'DRV000001B',
  fullname: 'AMA M.',
  mobile_number: '024 *** 1234',
  plans: [],
  first_month: '2026-11',
};
export const FOUND = { success: true, message: '', driver: DRIVER };

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
});
afterEach(() => {
  toast.remove();
  vi.useRealTimers();
});

/** Opens the form in a fresh page; gives its fields and its calls. */
export const openPaymentForm = async (given: Record<string, Answer> = {}) => {
  const served = serve({
    '/site': COMPANY,
    '/payment_types': TYPES,
    '/payment_list': PRICES,
    [FIND]: FOUND,
    [CHECK]: { success: true },
    '/payments': () =>
      Response.json({ success: true, message: 'Your payment was sent.', payment_id: '7' }, { status: 201 }),
    ...given,
  });
  const { default: MainPayments } = await import('~/routes/public/main-payments.tsx');
  const { default: Toasts } = await import('~/components/toasts.tsx');
  const children = [
    { path: '/main_payments', element: <MainPayments /> },
    { path: '/', element: <h1>Home</h1> },
  ];
  const opened = openPage(underToasts(Toasts, children), '/main_payments');
  const { user } = opened;
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const fill = async (label: string, text: string) => {
    await user.clear(field(label));
    await user.type(field(label), text);
  };
  const choose = async (label: string, value: string) => {
    await waitFor(() => expect(field(label)).toBeEnabled());
    await user.selectOptions(field(label), value);
  };
  return {
    ...opened,
    ...served,
    field,
    fill,
    choose,
    paste: async (label: string, text: string) => {
      await user.clear(field(label));
      await user.click(field(label));
      await user.paste(text);
    },
    findDriver: async () => {
      await fill('Car Number', 'gr 1234-20');
      await user.tab();
      await waitFor(() => expect(field('Driver Code')).toHaveValue(DRIVER.driver_code));
    },
    submit: () => user.click(screen.getByRole('button', { name: 'Submit' })),
    sent: () => served.calls.filter(({ path }) => path === '/payments'),
  };
};

const CONFIRMED = { name: 'Your payment waits to be cleared' };
export const findConfirmation = () => screen.findByRole('region', CONFIRMED);
export const queryConfirmation = () => screen.queryByRole('region', CONFIRMED);
export const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
/** Waits for a toast, as distinct from the message at the field. */
export const expectToast = (text: string) => waitFor(() => expect(toasts().join('\n')).toContain(text));
