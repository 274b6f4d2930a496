import { PaymentSubmission, WRONG_TRANSACTION_ID } from '@banbo/contract';
import { describe, expect, it } from 'vitest';
import {
  checkPayment,
  EMPTY_PAYMENT,
  isTyped,
  type PaymentValues,
  toSubmission,
  transactionIdOf,
} from './payment-values.ts';
import { amountFor, priceHint, priceOf } from './prices.ts';

const FILLED: PaymentValues = {
  ...EMPTY_PAYMENT,
  car_number: 'gr 1234-20',
  driver_code: 'drv000001b',
  fullname: 'Ama M.',
  mobile_number: '024 *** 4567',
  payment_type: 'RF',
  amount: '200',
  transaction_id: '6857638618a',
};

describe('the payment as it is sent', () => {
  it('has codes, car number, name and transaction ID in uppercase and the amount with two decimals', () => {
    expect(toSubmission(FILLED)).toEqual({
      car_number: 'GR 1234-20',
      driver_code: 'DRV000001B',
      fullname: 'AMA M.',
      mobile_number: '024 *** 4567',
      payment_type: 'RF',
      amount: '200.00',
      transaction_id: '6857638618A',
    });
  });

  it('names the year and the month of a subscription, and of nothing else', () => {
    const subscription = { ...FILLED, payment_type: 'SS', payment_year: '2026', payment_month: 'NOVEMBER' };
    expect(toSubmission(subscription)).toMatchObject({ payment_year: 2026, payment_month: 'NOVEMBER' });
    expect(PaymentSubmission.safeParse(toSubmission(subscription)).error).toBeUndefined();
    expect(toSubmission({ ...subscription, payment_type: 'DP' })).not.toHaveProperty('payment_year');
  });
});

describe('what keeps a payment from being sent', () => {
  it('is named field by field, in the order of the form and in the specified words', () => {
    expect(checkPayment(EMPTY_PAYMENT)).toEqual([
      { name: 'car_number', message: 'Please enter the car number' },
      { name: 'driver_code', message: 'Please enter the driver code.' },
      { name: 'payment_type', message: 'Please select payment type' },
      { name: 'amount', message: 'Please enter the amount.' },
      { name: 'transaction_id', message: 'Please enter Transaction ID.' },
    ]);
  });

  it.each(['6857638618', '68576386182x', '685 7638618'])(
    'is the transaction ID %j, which has not 11 characters',
    (id) => {
      expect(checkPayment({ ...FILLED, transaction_id: id })).toEqual([
        { name: 'transaction_id', message: WRONG_TRANSACTION_ID },
      ]);
    },
  );

  it('is a subscription without its year and month', () => {
    expect(checkPayment({ ...FILLED, payment_type: 'SS' }).map(({ name }) => name)).toEqual([
      'payment_year',
      'payment_month',
    ]);
  });

  it.each(['abc', '0', '1.234', '-5', '100000.01'])('is the amount %s', (amount) => {
    expect(checkPayment({ ...FILLED, amount }).map(({ name }) => name)).toEqual(['amount']);
  });
});

describe('a form', () => {
  const prefill = { car_number: 'GR 1234-20', payment_type: 'RF' };

  it('is not typed into as it was opened, with or without an amount', () => {
    expect(isTyped(EMPTY_PAYMENT, prefill)).toBe(false);
    expect(isTyped({ ...EMPTY_PAYMENT, ...prefill, amount: '200.00' }, prefill)).toBe(false);
  });

  it('is typed into once anything else is there', () => {
    expect(isTyped({ ...EMPTY_PAYMENT, ...prefill, transaction_id: '6' }, prefill)).toBe(true);
    expect(isTyped({ ...EMPTY_PAYMENT, car_number: 'GX 1-20' }, prefill)).toBe(true);
  });
});

describe('a transaction ID', () => {
  it.each([
    ['6857638618A', '6857638618A'],
    [' 685 7638 618A\n', '6857638618A'],
    ['6857638618AB', '6857638618A'],
  ])('pasted as %j loses its spaces before it is cut', (pasted, shown) => {
    expect(transactionIdOf(pasted)).toBe(shown);
  });
});

describe('the amount, when something else is chosen,', () => {
  it.each([
    ['', null, '200.00', '200.00'],
    ['300.00', '300.00', '1500.00', '1500.00'],
    ['300', '300.00', '320.00', '320.00'],
  ])('of %j becomes the new price where %j was the old', (amount, before, after, shown) => {
    expect(amountFor(amount, before, after)).toBe(shown);
  });

  it.each([
    ['250.00', '300.00', '320.00'],
    ['250.00', null, '320.00'],
    ['250.00', '300.00', null],
    ['abc', '300.00', '320.00'],
  ])('of %j stays, since a person typed it', (amount, before, after) => {
    expect(amountFor(amount, before, after)).toBe(amount);
  });

  it('is emptied when it was the old price and there is no new one', () => {
    expect(amountFor('300.00', '300.00', null)).toBe('');
  });
});

describe('the price', () => {
  const prices = [
    { id: '1', year: 2026, type_code: 'RF', description: 'REGISTRATION FEE', amount: '200.00' },
    { id: '2', year: 2026, type_code: 'SS', description: 'SUBSCRIPTION', amount: '300.00' },
    { id: '3', year: 2027, type_code: 'SS', description: 'SUBSCRIPTION', amount: '320.00' },
  ];

  it('is that of the subscription’s year, and of this year for all else', () => {
    expect(priceOf(prices, { ...FILLED, payment_type: 'SS', payment_year: '2027' }, 2026)).toBe('320.00');
    expect(priceOf(prices, FILLED, 2026)).toBe('200.00');
    expect(priceOf(prices, { ...FILLED, payment_type: 'SS', payment_year: '2043' }, 2026)).toBeNull();
  });

  it('is pointed out when another amount is entered, and only then', () => {
    expect(priceHint('200.00', '150')).toBe('The price is GHS 200.00, which is GHS 50.00 more than entered.');
    expect(priceHint('200.00', '250.5')).toBe('The price is GHS 200.00, which is GHS 50.50 less than entered.');
    expect(priceHint('200.00', '200')).toBeNull();
    expect(priceHint(null, '200')).toBeNull();
    expect(priceHint('200.00', 'abc')).toBeNull();
  });
});
