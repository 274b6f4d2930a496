import {
  NO_DIGIT_IN_ID,
  NO_ID_IN_MESSAGE,
  PHONE_FOR_ID,
  SEVERAL_IDS_IN_MESSAGE,
  TOO_LARGE_AMOUNT,
  wrongIdMessage,
} from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { type Payer, submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let payer: Payer;

beforeAll(async () => {
  it = await startApp();
  payer = (await buildDriver(it)).driver;
});
afterAll(() => it.close());

const YEAR = 'Please select the payment year.';
const MONTH = 'Please select the payment month.';
const FORMAT = 'Give an amount with two decimals, like 300.00.';
const UNKNOWN = 'No driver is registered with this car number and driver code. Please check both, or register first.';

/** The mistake, the changes that make it, the field that is named, and the sentence. */
const REFUSED: [string, object, string, string][] = [
  ['an empty car number', { car_number: '' }, 'car_number', 'Please enter the car number'],
  ['an empty driver code', { driver_code: ' ' }, 'driver_code', 'Please enter the driver code.'],
  ['an empty payment type', { payment_type: '' }, 'payment_type', 'Please select payment type'],
  ['a missing payment type', { payment_type: undefined }, 'payment_type', 'Please select payment type'],
  [
    'a payment type that the database cannot hold',
    { payment_type: 'R\u0000F' },
    'payment_type',
    'Please select payment type',
  ],
  ['an unknown payment type', { payment_type: 'XX' }, 'payment_type', 'Please select payment type'],
  ['a payment type of tenants', { payment_type: 'CC1000' }, 'payment_type', 'Please select payment type'],
  ['an empty transaction ID', { transaction_id: '' }, 'transaction_id', 'Please enter Transaction ID.'],
  ['a missing transaction ID', { transaction_id: undefined }, 'transaction_id', 'Please enter Transaction ID.'],
  ['a transaction ID of 9 characters', { transaction_id: '123456789' }, 'transaction_id', wrongIdMessage()],
  [
    'a transaction ID too short for its network',
    { transaction_id: '1234567890', network: 'MTN' },
    'transaction_id',
    'Wrong Transaction ID. Transaction ID should be 11 digits for MTN. It looks like an ID of Telecel: choose that network.',
  ],
  ['a word for a transaction ID', { transaction_id: 'TRANSACTION' }, 'transaction_id', NO_DIGIT_IN_ID],
  ['a mobile number for a transaction ID', { transaction_id: '0241234567' }, 'transaction_id', PHONE_FOR_ID],
  ['a message without a transaction ID', { transaction_id: 'GHS 200 sent.' }, 'transaction_id', NO_ID_IN_MESSAGE],
  [
    'a message with two numbers',
    { transaction_id: 'Sent 68576386182 and 68576386183' },
    'transaction_id',
    SEVERAL_IDS_IN_MESSAGE,
  ],
  ['a text longer than any message', { transaction_id: '1 '.repeat(501) }, 'transaction_id', NO_ID_IN_MESSAGE],
  ['a transaction ID of 13 characters', { transaction_id: '1234567890123' }, 'transaction_id', wrongIdMessage()],
  ['a transaction ID with a sign in it', { transaction_id: '1234567890-' }, 'transaction_id', wrongIdMessage()],
  ['an amount of nothing', { amount: '0.00' }, 'amount', 'The amount must be more than 0.00.'],
  ['an amount of a slipped thumb', { amount: '100000.01' }, 'amount', TOO_LARGE_AMOUNT],
  ['an amount that is none', { amount: 'two hundred' }, 'amount', FORMAT],
  ['an amount below nothing', { amount: '-200.00' }, 'amount', FORMAT],
  ['an amount of three decimals', { amount: '200.005' }, 'amount', FORMAT],
  ['an amount with an exponent', { amount: '1e9' }, 'amount', FORMAT],
  ['an amount that is not a number', { amount: 'NaN' }, 'amount', FORMAT],
  ['an amount with commas', { amount: '1,200.00' }, 'amount', FORMAT],
  ['an amount as a number', { amount: 200 }, 'amount', 'The amount must be a text.'],
  ['a subscription without a year', { payment_type: 'SS', payment_month: 'MAY' }, 'payment_year', YEAR],
  ['a subscription without a month', { payment_type: 'SS', payment_year: 2026 }, 'payment_month', MONTH],
  ['a month that is none', { payment_type: 'SS', payment_year: 2026, payment_month: 'SMARCH' }, 'payment_month', MONTH],
  [
    'a year that cannot be chosen',
    { payment_type: 'SS', payment_year: 2023, payment_month: 'MAY' },
    'payment_year',
    YEAR,
  ],
  [
    'a registration fee with a year',
    { payment_year: 2026 },
    'payment_year',
    'The registration fee is not paid for a year and month.',
  ],
  [
    'a device with a month',
    { payment_type: 'DP', payment_month: 'MAY' },
    'payment_month',
    'The device payment is not paid for a year and month.',
  ],
  ['a car that nobody has registered', { car_number: 'ZZ 9-99' }, 'driver_code', UNKNOWN],
  ['a driver code of somebody else', { driver_code: 'DRV999999X' }, 'driver_code', UNKNOWN],
];

test.each(REFUSED)(
  '%s is refused in a sentence at its field, and leaves nothing behind',
  async (_name, changes, field, message) => {
    const payload = { ...submissionOf(payer), ...changes };
    const response = await it.app.inject({ method: 'POST', url: '/api/payments', payload });
    expect([400, 422]).toContain(response.statusCode);
    const body = response.json();
    expect(body).toMatchObject({ success: false, message });
    expect(body.issues[0]).toEqual({ path: `body.${field}`, message });
    expect(await it.db.selectFrom('payments').selectAll().execute()).toEqual([]);
  },
);

test('a field that is not the form’s is refused, not dropped', async () => {
  const payload = { ...submissionOf(payer), status: 'cleared' };
  const response = await it.app.inject({ method: 'POST', url: '/api/payments', payload });
  expect(response.statusCode).toBe(400);
});
