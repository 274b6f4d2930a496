import type { NewPaymentType, PaymentTypeChange } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { buildCaller, buildMember } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { firstFee } from './price-of.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperAdmin'));
});
afterAll(() => it.close());

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
  const response = await it.app.inject({
    method,
    url: `/api/payment_types${path}`,
    headers,
    ...(payload && { payload }),
  });
  return response.json();
};

const RULES = {
  side: 'drivers',
  period: 'once',
  required_type: null,
  due_from: '2026-01-01',
  by_plan: false,
  for_device: false,
} as const;

let serial = 0;
/** Adds a type under a code of its own and gives its answer. */
const add = (given: Partial<NewPaymentType> = {}) => {
  serial += 1;
  return send('POST', '', { ...RULES, type_code: `T${serial}`, description: `TYPE ${serial}`, ...given });
};

const idOf = async (code: string): Promise<string> =>
  (await send('POST', '/type_bycode', { type_code: code })).id ?? `no ${code}`;

const change = async (code: string, given: z.input<typeof PaymentTypeChange>) =>
  send('PATCH', `/${await idOf(code)}`, given);

test('a type of a code and a description alone is at once among those of the payment form', async () => {
  const { status, entry } = await send('POST', '', { type_code: 'ins', description: 'Insurance sticker' });
  expect([status, entry]).toMatchObject([
    true,
    { type_code: 'INS', description: 'INSURANCE STICKER', side: 'drivers' },
  ]);
  expect(await send('GET', '?side=drivers')).toContainEqual(entry);
  expect(await send('GET', '?side=land')).not.toContainEqual(entry);
});

test('a change may bring the ID of the type along, which is that of the address', async () => {
  const { entry } = await add();
  const changed = { id: entry.id, type_code: entry.type_code, description: 'BROUGHT ALONG' };
  expect(await send('PATCH', `/${entry.id}`, changed)).toMatchObject({
    entry: { ...entry, description: 'BROUGHT ALONG' },
  });
  const message = 'The ID in the form is not the one in the address.';
  expect(await send('PATCH', `/${entry.id}`, { ...changed, id: '1' })).toMatchObject({
    message,
    issues: [{ path: 'body.id', message }],
  });
  expect(await send('PATCH', `/${entry.id}`, { id: entry.id })).toMatchObject({
    message: 'Please give a field to change.',
  });
});

test('a type is found by its code in any case, with all its rules', async () => {
  expect(await send('POST', '/type_bycode', { type_code: 'ss' })).toMatchObject({
    type_code: 'SS',
    description: 'MONTHLY SUBSCRIPTION',
    side: 'drivers',
    period: 'monthly',
    required_type: 'RF',
    due_from: '2024-01-01',
    by_plan: true,
  });
  expect(await send('POST', '/type_bycode', { type_code: 'ZZ' })).toMatchObject({
    status: false,
    code: 'not_found',
    message: 'There is no payment type with this code.',
  });
});

test('a code that is there is refused, and stays what it is', async () => {
  expect(await add({ type_code: 'rf' })).toMatchObject({
    code: 'conflict',
    message: 'RF is already in the list.',
    issues: [{ path: 'body.type_code' }],
  });
  const { entry } = await add();
  const message = `The payment code stays ${entry.type_code}.`;
  expect(await send('PATCH', `/${entry.id}`, { type_code: 'OTHER' })).toMatchObject({
    code: 'invalid_input',
    message,
    issues: [{ path: 'body.type_code', message }],
  });
  expect((await send('GET', `/${entry.id}`)).type_code).toBe(entry.type_code);
});

test('a type of which only code and description are told is one that nobody owes, and may be changed by both', async () => {
  const { entry } = await send('POST', '', { type_code: 'car1', description: 'Car wash' });
  expect(entry).toMatchObject({ side: 'drivers', period: 'any', required_type: null, by_plan: false });
  expect(entry.due_from).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await send('PATCH', `/${entry.id}`, { type_code: 'car1', description: 'Car wax' })).toMatchObject({
    status: true,
    entry: { type_code: 'CAR1', description: 'CAR WAX' },
  });
});

test('a type may require one of its own side or of both, that there is', async () => {
  const { entry: both } = await add({ side: 'both' });
  expect(await add({ required_type: both.type_code })).toMatchObject({ status: true });
  expect(await add({ required_type: 'CC2000' })).toMatchObject({
    code: 'invalid_input',
    message: 'The required type must be paid on the same side.',
  });
  expect(await add({ required_type: 'NONE' })).toMatchObject({
    message: 'Please choose the required type from the list.',
    issues: [{ path: 'body.required_type' }],
  });
});

test('the required type may be given in any case', async () => {
  expect((await add({ required_type: 'rf' })).entry).toMatchObject({ required_type: 'RF' });
  const { entry } = await add();
  expect((await change(entry.type_code, { required_type: 'Rf' })).entry).toMatchObject({ required_type: 'RF' });
});

test('types do not require each other in a circle, however long', async () => {
  const { entry: first } = await add();
  const { entry: second } = await add({ required_type: first.type_code });
  const { entry: third } = await add({ required_type: second.type_code });
  const refused = { code: 'invalid_input', message: 'A payment type cannot require itself, nor one that requires it.' };
  expect(await change(first.type_code, { required_type: third.type_code })).toMatchObject(refused);
  expect(await change(first.type_code, { required_type: first.type_code })).toMatchObject(refused);
  expect(await change(third.type_code, { required_type: first.type_code })).toMatchObject({ status: true });
});

test('the database refuses a circle that goes past the list', async () => {
  const { entry: first } = await add();
  const { entry: second } = await add({ required_type: first.type_code });
  const require = (code: string, required_type: string) =>
    it.db.updateTable('payment_types').set({ required_type }).where('type_code', '=', code).execute();
  const refused = { code: '23514', constraint: 'payment_types_no_circle' };
  await expect(require(first.type_code, second.type_code)).rejects.toMatchObject(refused);
  const [{ entry: one }, { entry: other }] = [await add(), await add()];
  const together = await Promise.allSettled([
    require(one.type_code, other.type_code),
    require(other.type_code, one.type_code),
  ]);
  const failed = together.filter(({ status }) => status === 'rejected');
  expect(failed).toMatchObject([{ reason: refused }]);
});

test('of two changes at once that make a circle together one is refused', async () => {
  const [{ entry: one }, { entry: other }] = [await add(), await add()];
  const answers = await Promise.all([
    change(one.type_code, { required_type: other.type_code }),
    change(other.type_code, { required_type: one.type_code }),
  ]);
  expect(answers.map(({ code }) => code ?? 'changed').sort()).toEqual(['changed', 'invalid_input']);
});

test('a type that is paid, priced or required stays, with the rules that its payments have', async () => {
  const { entry } = await add({ description: 'TOWING', side: 'both' });
  await it.db
    .insertInto('payment_list')
    .values([2026, 2027].map((year) => ({ year, type_code: entry.type_code, plan: null, amount: '75.00' })))
    .execute();
  await buildPayment(it, submissionOf(await buildMember(it), { payment_type: entry.type_code, amount: '75.00' }));
  await add({ required_type: entry.type_code });
  const uses = 'TOWING is used by 2 yearly prices, 1 other payment type and 1 payment';
  expect(await send('DELETE', `/${entry.id}`)).toMatchObject({ code: 'conflict', message: `${uses}.` });
  expect(await change(entry.type_code, { period: 'any' })).toMatchObject({
    code: 'conflict',
    message: `${uses}, so its period stays.`,
    issues: [{ path: 'body.period' }],
  });
  expect(await change(entry.type_code, { side: 'land' })).toMatchObject({ message: `${uses}, so its side stays.` });
  const described = await change(entry.type_code, { description: 'Towing service', due_from: '2026-06-01' });
  expect(described.entry).toEqual({ ...entry, description: 'TOWING SERVICE', due_from: '2026-06-01' });
});

test('a type that was paid keeps the type that it requires, so that drivers who have paid owe no other one first', async () => {
  const { entry: card } = await add({ description: 'MEMBER CARD' });
  await buildPayment(it, submissionOf(await buildMember(it)), 'cleared');
  expect(await change('RF', { required_type: card.type_code })).toMatchObject({
    code: 'conflict',
    message: 'REGISTRATION FEE is used by 1 payment, so its required type stays.',
    issues: [{ path: 'body.required_type' }],
  });
  expect((await firstFee(it.db))?.type_code).toBe('RF');
  expect(await change('DP', { required_type: null })).toMatchObject({ status: true });
});

test('a type that nothing uses may change all its rules', async () => {
  const { entry } = await add();
  const rules = { side: 'both', period: 'monthly', by_plan: true } as const;
  expect((await change(entry.type_code, rules)).entry).toEqual({ ...entry, ...rules });
  expect(await change(entry.type_code, {})).toMatchObject({ message: 'Please give a field to change.' });
});
