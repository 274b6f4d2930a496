import type { BookAccount } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { post } from '../ledger/index.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'Accounts'));
});
afterAll(() => it.close());

let key = 0;
const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
  key += 1;
  const idempotent = method === 'POST' ? { 'idempotency-key': `chart-${key}-0123456789` } : {};
  const call = { method, url: `/api/ledger_accounts${path}`, headers: { ...headers, ...idempotent } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

const account = async (code: string, on = ''): Promise<BookAccount | undefined> =>
  (await send('GET', on && `?on=${on}`)).body.find((one: BookAccount) => one.code === code);

const spend = (day: string, pesewas: bigint, subjectId: string, expense = '5010') =>
  it.db.transaction().execute((tx) =>
    post(
      tx,
      [
        {
          ...{ day, kind: 'opening' as const, subjectId, description: 'A test' },
          postings: [
            { account: expense, pesewas },
            { account: '1010', pesewas: -pesewas },
          ],
        },
      ],
      { by: null, now: it.clock.now },
    ),
  );

test('the chart has every account with its balance at the end of a day, headings with their sums', async () => {
  const heading = { code: '5900', name: 'Running the cars', kind: 'expense', is_heading: true };
  expect(await send('POST', '', heading)).toMatchObject({ status: 201 });
  expect(await send('POST', '', { code: '5910', name: 'Tyres', kind: 'expense', parent: '5900' })).toMatchObject({
    status: 201,
    body: { message: '5910 Tyres is in the chart.' },
  });
  await spend('2026-10-31', 12_050n, '1', '5910');
  await spend('2026-11-02', 1_000n, '2', '5910');
  expect(await account('5910', '2026-10-31')).toMatchObject({ balance: '120.50', parent: '5900', uses: [] });
  expect(await account('5900', '2026-11-02')).toMatchObject({ balance: '130.50', is_heading: true });
  expect(await account('5900', '2026-10-30')).toMatchObject({ balance: '0.00' });
  expect(await account('1010')).toMatchObject({ balance: '-130.50', uses: ['Cash received and paid out'] });
});

test('a code is taken once, begins with the digit of its kind, and stands under a heading of it', async () => {
  const tyres = { code: '5920', name: 'Oil', kind: 'expense' };
  expect(await send('POST', '', { ...tyres, code: '5010' })).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'body.code', message: 'The code 5010 is in the chart already.' }] },
  });
  expect(await send('POST', '', { ...tyres, code: '4920' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'body.code', message: 'Codes of expenses begin with 5.' }] },
  });
  for (const parent of ['5010', '4000']) {
    expect(await send('POST', '', { ...tyres, parent })).toMatchObject({ status: 422 });
  }
});

test('a heading never stands under itself', async () => {
  for (const [code, parent] of [
    ['5930', null],
    ['5940', '5930'],
  ]) {
    await send('POST', '', { code, name: `Heading ${code}`, kind: 'expense', is_heading: true, parent });
  }
  expect(await send('PATCH', '/5930', { parent: '5940' })).toMatchObject({
    status: 422,
    body: { message: 'A heading cannot stand under itself.' },
  });
});

test('an account stays open while a rule uses it, accounts are under it, or it has a balance', async () => {
  const refused = async (code: string) => {
    const { status, body } = await send('PATCH', `/${code}`, { closed: true });
    expect(status).toBe(409);
    return body.message;
  };
  expect(await refused('1000')).toMatch(/is used by the product \(MoMo money/);
  expect(await refused('4000-RF')).toMatch(/Revenue of the payment type RF/);
  expect(await refused('5930')).toMatch(/has 5940 Heading 5940 under it/);
  await spend('2026-11-03', 500n, '3', '5080');
  expect(await refused('5080')).toMatch(/has a balance of GHS 5.00/);
});

test('nothing is posted to a closed account or to a heading, until it is open again', async () => {
  expect(await send('PATCH', '/5070', { closed: true })).toMatchObject({
    body: { message: expect.stringMatching(/is closed/) },
  });
  await expect(spend('2026-11-04', 500n, '4', '5070')).rejects.toThrow('Nothing is posted to a closed account');
  await expect(spend('2026-11-04', 500n, '5', '5930')).rejects.toThrow('Nothing is posted to a closed account');
  expect(await send('PATCH', '/5070', { closed: false })).toMatchObject({ status: 200 });
  await spend('2026-11-04', 500n, '6', '5070');
});

test('the revenue of a payment type keeps the name of its type', async () => {
  expect(await send('PATCH', '/4000-RF', { name: 'Fees' })).toMatchObject({ status: 422 });
  expect(await send('PATCH', '/5060', { name: 'Charges' })).toMatchObject({
    body: { message: '5060 Charges is changed.' },
  });
  await spend('2026-11-04', 500n, '7', '5060');
  expect(await send('PATCH', '/5060', { name: 'Fees of the bank' })).toMatchObject({
    body: { message: expect.stringMatching(/^5060 Fees of the bank is changed\. Nobody else may approve it/) },
  });
});
