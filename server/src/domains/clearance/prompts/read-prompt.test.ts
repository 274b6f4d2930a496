import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { type Prompts, startPrompts } from '../../../../test/prompts/harness.ts';

let prompts: Prompts;
let headers: Record<string, string>;
beforeAll(async () => {
  prompts = await startPrompts();
  headers = (await buildCaller(prompts.it, 'SuperUser')).headers;
});
afterAll(() => prompts.close());

const list = async (query: string) => (await prompts.it.app.inject({ url: `/api/prompts?${query}`, headers })).json();

test('staff see what became of prompts and why, find them by state and by the phone, and no reference', async () => {
  const { request, send, standIn, server, later } = prompts;
  const [declined, paid] = [
    await request({ payer_number: '0244000451' }),
    await request({ payer_number: '0244000123' }),
  ];
  const { reference } = (await send(declined)).json();
  await send(paid);
  const look = server();
  await look();
  later(4);
  await look();
  expect(await list('')).toMatchObject([
    {
      ...{ payer_number: '+233244000123', state: 'paid', reason: null, amount: '200.00', payment_type: 'RF' },
      ...{
        car_number: paid.car_number,
        driver_code: paid.driver_code,
        transaction_id: expect.stringMatching(/^\d{11}$/),
      },
    },
    {
      ...{ payer_number: '+233244000451', state: 'failed', transaction_id: null },
      reason: 'The prompt was declined on the phone. No money was taken.',
    },
  ]);
  expect(await list('state=failed')).toHaveLength(1);
  expect(await list('payer_number=024%20400%200123')).toMatchObject([{ state: 'paid' }]);
  expect(await list('payer_number=0244000999')).toEqual([]);
  expect(JSON.stringify(await list(''))).not.toContain(reference);
  expect(standIn.asked()).toHaveLength(2);
});

test('the list of prompts is for those who may see payments', async () => {
  const others = [
    undefined,
    (await buildCaller(prompts.it, 'Legal')).headers,
    (await buildCaller(prompts.it, 'Member')).headers,
  ];
  for (const given of others) {
    const { statusCode } = await prompts.it.app.inject({ url: '/api/prompts', ...(given && { headers: given }) });
    expect([401, 403]).toContain(statusCode);
  }
});
