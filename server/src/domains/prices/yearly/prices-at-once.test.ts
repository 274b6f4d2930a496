import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperUser'));
});
afterAll(() => it.close());

const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

/** A type of its own with a price in 2031, or none. */
const newType = async (n: number, priced: boolean) => {
  const type_code = `T${n}`;
  const { body } = await send('POST', '/payment_types', { type_code, description: `TYPE ${n}` });
  const price = priced ? await send('POST', '/payment_list', { year: 2031, type_code, amount: '50.00' }) : null;
  return { id: body.entry.id, type_code, priceId: price?.body.entry.id };
};

const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8];

test.each(ROUNDS)(
  'a type that is deleted as it gets a price either goes without it or stays with it (%i)',
  async (n) => {
    const { id, type_code } = await newType(n, false);
    const [price, deletion] = await Promise.all([
      send('POST', '/payment_list', { year: 2030, type_code, amount: '50.00' }),
      send('DELETE', `/payment_types/${id}`),
    ]);
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([price.status, deletion.status]);
  },
);

test.each(ROUNDS)('a year is copied while a price of the year before and its type are deleted (%i)', async (n) => {
  const { id, type_code, priceId } = await newType(100 + n, true);
  const deleteBoth = async () => {
    expect((await send('DELETE', `/payment_list/${priceId}`)).status).toBe(200);
    return send('DELETE', `/payment_types/${id}`);
  };
  const [copy, deletion] = await Promise.all([
    send('POST', '/payment_list/previous_payment_list', { year: 2032 }),
    deleteBoth(),
  ]);
  const copied = (copy.body.copied ?? []).some((price: { type_code: string }) => price.type_code === type_code);
  // Where nothing is left to copy by then, the copy is refused.
  expect([201, 422]).toContain(copy.status);
  expect(deletion.status).toBe(copied ? 409 : 200);
});

test('of five who delete a price at once one deletes it, and a change at that moment is made before or finds none', async () => {
  const { priceId } = await newType(200, true);
  const path = `/payment_list/${priceId}`;
  const [change, ...deletions] = await Promise.all([
    send('PATCH', path, { amount: '60.00' }),
    ...Array.from({ length: 5 }, () => send('DELETE', path)),
  ]);
  expect([200, 404]).toContain(change.status);
  expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
});
