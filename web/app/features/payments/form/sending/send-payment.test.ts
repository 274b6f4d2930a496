import { BUILT_IN_NETWORKS } from '@banbo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepKey } from '~/lib/api/idempotency-key.ts';
import { EMPTY_PAYMENT } from '../payment-values.ts';
import { sendPayment } from './submit-payment.ts';

const DEVICE = {
  ...EMPTY_PAYMENT,
  car_number: 'GR 1234-20',
  driver_code: 'DRV000001B',
  payment_type: 'DP',
  amount: '1500.00',
  transaction_id: '68576386182',
};
const RULES = {
  types: [{ type_code: 'DP', period: 'once', required_type: 'RF' }],
  networks: BUILT_IN_NETWORKS,
} as const;
const CHECK = '/api/fee_payment/check_fee_payment';
const PAY = '/api/payments';

type Answer = { status: number; body: object } | 'lost';
let asked: { path: string; key: string | null }[];
let answers: Record<string, Answer>;

beforeEach(() => {
  asked = [];
  answers = {
    [CHECK]: { status: 200, body: { status: true, message: 'You can make this payment.' } },
    [PAY]: { status: 201, body: { success: true, message: 'Thank you.', payment_id: '7' } },
  };
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    asked.push({ path, key: headers.get('idempotency-key') });
    const answer = answers[path];
    if (!answer || answer === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const alreadyPaid = { status: 409, body: { status: false, success: false, code: 'already_paid', message: 'Paid.' } };

test('a device is checked with the server before it is sent', async () => {
  await sendPayment(DEVICE, RULES, keepKey('payment'));
  expect(asked.map(({ path }) => path)).toEqual([CHECK, PAY]);
});

test('a type that requires no other is sent straight away', async () => {
  const free = { ...RULES, types: [{ type_code: 'DP', period: 'once', required_type: null }] } as const;
  await sendPayment(DEVICE, free, keepKey('payment'));
  expect(asked.map(({ path }) => path)).toEqual([PAY]);
});

test('one whose answer was lost is sent again straight away, under its key, and gets its answer', async () => {
  const key = keepKey('payment');
  answers[PAY] = 'lost';
  await expect(sendPayment(DEVICE, RULES, key)).rejects.toMatchObject({ status: 0 });
  // It was stored and cleared meanwhile, so asking would refuse it.
  answers[CHECK] = alreadyPaid;
  answers[PAY] = { status: 201, body: { success: true, message: 'Thank you.', payment_id: '7' } };
  expect(await sendPayment(DEVICE, RULES, key)).toMatchObject({ payment_id: '7' });
  expect(asked.map(({ path }) => path)).toEqual([CHECK, PAY, PAY]);
  expect(asked[2]?.key).toBe(asked[1]?.key);
});

test('it is so after a reload of the tab as well, and after an answer that says nothing of the payment', async () => {
  for (const answer of ['lost', { status: 503, body: { message: 'Not now.' } }] as const) {
    answers[PAY] = answer;
    await expect(sendPayment(DEVICE, RULES, keepKey('payment'))).rejects.toThrow();
  }
  expect(asked.map(({ path }) => path)).toEqual([CHECK, PAY, PAY]);
  expect(asked[2]?.key).toBe(asked[1]?.key);
});

test('a refused one is checked again, and so is another payment', async () => {
  const key = keepKey('payment');
  answers[PAY] = alreadyPaid;
  await expect(sendPayment(DEVICE, RULES, key)).rejects.toMatchObject({ status: 409 });
  await expect(sendPayment(DEVICE, RULES, key)).rejects.toMatchObject({ status: 409 });
  answers[PAY] = 'lost';
  await expect(sendPayment(DEVICE, RULES, key)).rejects.toMatchObject({ status: 0 });
  await expect(sendPayment({ ...DEVICE, transaction_id: '68576386183' }, RULES, key)).rejects.toMatchObject({
    status: 0,
  });
  expect(asked.map(({ path }) => path)).toEqual([CHECK, PAY, CHECK, PAY, CHECK, PAY, CHECK, PAY]);
});

test('a device that may not be paid is refused at the payment type, unsent', async () => {
  answers[CHECK] = alreadyPaid;
  const refused = sendPayment(DEVICE, RULES, keepKey('payment'));
  await expect(refused).rejects.toMatchObject({ fields: { payment_type: 'Paid.' } });
  expect(asked.map(({ path }) => path)).toEqual([CHECK]);
});
