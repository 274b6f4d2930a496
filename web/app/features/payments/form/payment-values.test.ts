import {
  BUILT_IN_NETWORKS,
  type Network,
  NO_DIGIT_IN_ID,
  NO_ID_IN_MESSAGE,
  PaymentSubmission,
  type PlanSlug,
  wrongIdMessage,
} from '@banbo/contract';
import { describe, expect, it } from 'vitest';
import { shownTransactionId } from '~/components/payments/claimed-id.tsx';
import { paymentErrors } from './payment-rules.ts';
import { EMPTY_PAYMENT, hasInput, type PaymentValues, toSubmission } from './payment-values.ts';
import { amountFor, missingOf, priceHint, priceOf, unpricedYear } from './use-payment-amount.ts';

const TYPES = [
  { type_code: 'RF', period: 'once', required_type: null },
  { type_code: 'SS', period: 'monthly', required_type: 'RF' },
  { type_code: 'DP', period: 'once', required_type: 'RF' },
] as const;

const NETWORKS = BUILT_IN_NETWORKS;
const RULES = { types: TYPES, networks: NETWORKS };

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
    expect(toSubmission(FILLED, RULES)).toEqual({
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
    expect(toSubmission(subscription, RULES)).toMatchObject({ payment_year: 2026, payment_month: 'NOVEMBER' });
    expect(PaymentSubmission.safeParse(toSubmission(subscription, RULES)).error).toBeUndefined();
    expect(toSubmission({ ...subscription, payment_type: 'DP' }, RULES)).not.toHaveProperty('payment_year');
  });
});

describe('what keeps a payment from being sent', () => {
  it('is named field by field, in the order of the form and in the specified words', () => {
    expect(paymentErrors(EMPTY_PAYMENT, RULES)).toEqual({
      car_number: 'Please enter the car number',
      driver_code: 'Please enter the driver code.',
      payment_type: 'Please select payment type',
      amount: 'Please enter the amount.',
      transaction_id: 'Please enter Transaction ID.',
    });
  });

  it.each([
    ['685763861', '', wrongIdMessage()],
    ['68576386182x', '', wrongIdMessage()],
    ['6857638618', 'MTN', wrongIdMessage(NETWORKS[0], ['Telecel'])],
    ['transaction', '', NO_DIGIT_IN_ID],
    ['payment made for ghs 300', '', NO_ID_IN_MESSAGE],
  ])('is the transaction ID %j of the network %j', (transaction_id, network, message) => {
    expect(paymentErrors({ ...FILLED, transaction_id, network }, RULES)).toEqual({ transaction_id: message });
  });

  it('is the transaction ID by the form and in the words that the company has set for the network', () => {
    const mtn = { ...NETWORKS[0], id_lengths: [12], wrong_id_message: 'MTN’s IDs have 12 digits now.' } as Network;
    const errors = (transaction_id: string, network = 'MTN') =>
      paymentErrors({ ...FILLED, transaction_id, network }, { types: TYPES, networks: [mtn] });
    expect(errors('68576386182')).toEqual({ transaction_id: 'MTN’s IDs have 12 digits now.' });
    expect(errors('685763861827')).toEqual({});
    expect(errors('685763861827', '')).toEqual({});
    // A draft may name a network that was offered then.
    expect(errors('1506113222', 'TELECEL')).toEqual({ transaction_id: wrongIdMessage() });
  });

  it('is a subscription without its year and month', () => {
    expect(Object.keys(paymentErrors({ ...FILLED, payment_type: 'SS' }, RULES))).toEqual([
      'payment_year',
      'payment_month',
    ]);
  });

  it.each(['abc', '0', '1.234', '-5', '100000.01'])('is the amount %s', (amount) => {
    expect(Object.keys(paymentErrors({ ...FILLED, amount }, RULES))).toEqual(['amount']);
  });
});

describe('a form', () => {
  const prefill = { car_number: 'GR 1234-20', payment_type: 'RF' };

  it('has no input as it was opened, with or without an amount', () => {
    expect(hasInput(EMPTY_PAYMENT, prefill)).toBe(false);
    expect(hasInput({ ...EMPTY_PAYMENT, ...prefill, amount: '200.00' }, prefill)).toBe(false);
  });

  it('has input once anything else is there', () => {
    expect(hasInput({ ...EMPTY_PAYMENT, ...prefill, transaction_id: '6' }, prefill)).toBe(true);
    expect(hasInput({ ...EMPTY_PAYMENT, car_number: 'GX 1-20' }, prefill)).toBe(true);
  });
});

describe('a transaction ID', () => {
  it.each([
    ['6857638618A', '6857638618A'],
    [' 685 7638 618A\n', '6857638618A'],
    ['685763', '685763'],
    ['Payment made for GHS 300.00. Transaction ID: 87425747421. Fee charged: GHS 0.50', '87425747421'],
    ['0000015061132227 Confirmed. You have sent GHS50.00 to 0241234567', '15061132227'],
    ['0000015061132227', '15061132227'],
    ['000001506113', '000001506113'],
  ])('pasted as %j is shown as %j', (pasted, shown) => {
    expect(shownTransactionId(pasted, '', NETWORKS)).toBe(shown);
  });

  it.each([
    ['6857638618', '68576386182', '68576386182'],
    ['68576386182', '685763861827', '685763861827'],
    ['685763861827', '6857638618271', '685763861827'],
    ['FT26333ABCD', 'FT26333ABCDE', 'FT26333ABCDE'],
    ['68576386182', '6857963861827', '6857963861827'],
    ['68576386182', '968576386182', '968576386182'],
    ['6857638618A', '6857638618AB', '6857638618A'],
    ['000001506113222', '0000015061132', '0000015061132'],
    ['9876543210987', '98765432109871', '98765432109871'],
    ['9876543210987', '987654321098', '987654321098'],
  ])('of %j that became %j is shown as %j: only a character typed too many is left out', (before, given, shown) => {
    expect(shownTransactionId(given, before, NETWORKS)).toBe(shown);
  });

  it.each(['9876543210987', '98765432109 87', '6857638618AB'])(
    'pasted too long as %j stays whole and is refused, since a part of it may be the ID of somebody else',
    (pasted) => {
      expect(shownTransactionId(pasted, '', NETWORKS)).toBe(pasted);
      expect(paymentErrors({ ...FILLED, transaction_id: pasted }, RULES)).toEqual({
        transaction_id: wrongIdMessage(),
      });
    },
  );

  it.each(['Payment made for GHS 300.00 to BANBO LTD', 'Sent 68576386182 and 68576386183'])(
    'is not cut out of the text %j, in which none can be told',
    (pasted) => {
      expect(shownTransactionId(pasted, '', NETWORKS)).toBe(pasted);
    },
  );

  it('is shown as it is typed up to the longest of the networks that the company has set', () => {
    const longer = [{ ...NETWORKS[0], id_lengths: [20] } as Network];
    expect(shownTransactionId('12345678901234567890', '1234567890123456789', longer)).toBe('12345678901234567890');
    expect(shownTransactionId('123456789012345678901', '12345678901234567890', longer)).toBe('12345678901234567890');
  });

  it('is sent without a network that is no longer offered, which the server does not know', () => {
    expect(toSubmission({ ...FILLED, network: 'GMONEY' }, RULES)).not.toHaveProperty('network');
  });

  it('is sent alone, with the network where it is known', () => {
    const pasted = { ...FILLED, transaction_id: '0000001506113222 Confirmed.', network: 'TELECEL' };
    expect(toSubmission(pasted, RULES)).toMatchObject({ transaction_id: '1506113222', network: 'TELECEL' });
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
  const price = (year: number, type_code: string, plan: PlanSlug | null, amount: string) => {
    return { id: `${year} ${type_code} ${plan}`, year, type_code, description: '', plan, amount };
  };
  const prices = [
    price(2026, 'RF', null, '200.00'),
    price(2026, 'SS', 'monthly', '300.00'),
    price(2026, 'SS', 'platinum', '1200.00'),
    price(2027, 'SS', 'monthly', '320.00'),
    price(2027, 'SS', 'platinum', '1250.00'),
  ];

  const known = { listed: prices, types: TYPES, plans: [], thisMonth: '2026-11' };
  const month = (payment_year: string) => ({ ...FILLED, payment_type: 'SS', payment_year });

  it('is that of the subscription’s year, and of this year for all else', () => {
    expect(priceOf(known, month('2027'))).toBe('320.00');
    expect(priceOf(known, FILLED)).toBe('200.00');
    expect(priceOf(known, month('2043'))).toBeNull();
  });

  it('of a month is that of the plan which the driver has in it', () => {
    const changed = { ...known, plans: [{ plan: 'platinum', from: '2026-12' } as const] };
    const of = (payment_year: string, payment_month: string) =>
      priceOf(changed, { ...month(payment_year), payment_month });
    expect(of('2026', 'NOVEMBER')).toBe('300.00');
    expect(of('2026', 'DECEMBER')).toBe('1200.00');
    expect(of('2027', 'JANUARY')).toBe('1250.00');
    expect(of('2026', '')).toBe('300.00');
    expect(priceHint(of('2026', 'DECEMBER'), '1200')).toBeNull();
    expect(priceOf(changed, FILLED)).toBe('200.00');
  });

  it('of a year is known to be missing once the prices have come and something is chosen', () => {
    expect(unpricedYear(known, month('2043'))).toBe(2043);
    expect(unpricedYear({ ...known, thisMonth: '2028-01' }, FILLED)).toBe(2028);
    expect(unpricedYear(known, month('2027'))).toBeNull();
    expect(unpricedYear(known, month(''))).toBeNull();
    expect(unpricedYear(known, EMPTY_PAYMENT)).toBeNull();
    expect(unpricedYear({ ...known, listed: undefined }, month('2043'))).toBeNull();
  });

  it('is pointed out when another amount is entered, and only then', () => {
    expect(priceHint('200.00', '150')).toBe(
      'The price is GHS 200.00, which is GHS 50.00 more than entered. Less counts as credit until the whole price is paid.',
    );
    expect(priceHint('200.00', '250.5')).toBe('The price is GHS 200.00, which is GHS 50.50 less than entered.');
    expect(priceHint('200.00', '200')).toBeNull();
    expect(priceHint(null, '200')).toBeNull();
    expect(priceHint('200.00', 'abc')).toBeNull();
  });

  it('is not asked for again where a part is paid: what is missing of the opened fee is', () => {
    const opened = { prefill: month('2026'), missing: '200.00' };
    expect(missingOf(opened, { ...opened.prefill, amount: '50' })).toBe('200.00');
    expect(missingOf(opened, month('2027'))).toBeNull();
    expect(missingOf({ prefill: month('2026') }, month('2026'))).toBeNull();
    expect(priceHint('300.00', '200', '200.00')).toBeNull();
    expect(priceHint('300.00', '150', '200.00')).toBe(
      'GHS 200.00 of GHS 300.00 is missing, which is GHS 50.00 more than entered. Less counts as credit until the whole price is paid.',
    );
    expect(priceHint('300.00', '300', '200.00')).toBe(
      'GHS 200.00 of GHS 300.00 is missing, which is GHS 100.00 less than entered.',
    );
  });
});
