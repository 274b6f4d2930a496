import { expect, test } from 'vitest';
import { readCarried } from './main-payments.tsx';

const DRIVER = { driver_code: 'DRV0000017', car_number: 'GR 2-11', fullname: 'AMA M.', mobile_number: '024 000 0001' };
const PLANS = [{ plan: 'platinum', from: '2026-11' }];
const REGISTERED = {
  ...DRIVER,
  plan: 'platinum',
  plans: PLANS,
  first_month: '2026-11',
  setup_code: 'K7QX9-M2P4T',
  first_payment_type: 'RF',
};
const PAID = {
  ...DRIVER,
  payment_type: 'RF',
  transaction_id: '68576386182',
  amount: '200.00',
  message: 'Thank you.',
};
const NOTHING = {
  registered: null,
  paid: null,
  driver_code: '',
  opened: { prefill: {}, pricing: null },
  cancelPath: '/',
};

test.each([
  null,
  undefined,
  'registered',
  { payer: DRIVER },
  { payer: null, registered: null, paid: null },
  { registered: { fullname: 'AMA M.' }, paid: { message: 'Thank you.' } },
])('of an entry that another version left, %j, nothing is shown', (state) => {
  expect(readCarried(state)).toEqual(NOTHING);
});

test('a registration opens the form with its fee, at the price of its plan', () => {
  expect(readCarried({ registered: REGISTERED })).toEqual({
    registered: REGISTERED,
    paid: null,
    driver_code: DRIVER.driver_code,
    opened: { prefill: { ...DRIVER, payment_type: 'RF' }, pricing: { plans: PLANS, first_month: '2026-11' } },
    cancelPath: '/',
  });
});

test('a confirmation that waited since an older version opens the form without its fee and pricing', () => {
  expect(readCarried({ registered: DRIVER }).opened).toEqual({
    prefill: { ...DRIVER, payment_type: '' },
    pricing: { plans: [], first_month: '' },
  });
});

test('once paid the form is empty, and the registration stays confirmed', () => {
  expect(readCarried({ registered: REGISTERED, paid: PAID })).toMatchObject({
    registered: REGISTERED,
    paid: PAID,
    opened: NOTHING.opened,
  });
});

test('a member who came by ‘Pay now’ goes back to their page, also once they have paid', () => {
  const period = { payment_type: 'SS', payment_year: '2026', payment_month: 'NOVEMBER', amount: '300.00' };
  const payer = { prefill: { ...DRIVER, ...period }, pricing: null };
  expect(readCarried({ payer })).toMatchObject({ opened: payer, cancelPath: '/member' });
  expect(readCarried({ payer, paid: PAID })).toMatchObject({ opened: NOTHING.opened, cancelPath: '/member' });
});
