import { type Endpoint, errorResponses, listDrivers, submitPayment } from '@banbo/contract';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from '../src/http/errors.ts';
import { Refusal } from '../src/lib/refusal.ts';
import { holdToDescription } from './hold-to-description.ts';

/** Answers a call of the endpoint in this way, and gives the differences that are found. */
const differencesOf = async (endpoint: Endpoint, headers: Record<string, string>, refusal?: Refusal) => {
  const app = Fastify();
  handleErrors(app);
  const differences = holdToDescription(app);
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    config: { endpoint: { ...endpoint, schema: { ...endpoint.schema, response: errorResponses } } },
    handler: async (_request, reply) => {
      if (refusal) throw refusal;
      return reply.headers(headers).send({ status: true });
    },
  });
  await app.inject({ method: endpoint.method, url: endpoint.url });
  await app.close();
  return [...differences];
};

test('a refusal whose code the description lacks is found, and one that it has is none', async () => {
  expect(await differencesOf(submitPayment, {}, new Refusal('already_registered', 'No.'))).toEqual([
    'POST /payments refuses with already_registered',
  ]);
  expect(await differencesOf(submitPayment, {}, new Refusal('transaction_id_taken', 'No.'))).toEqual([]);
});

test('a total that the description lacks is found, and so is one that is not sent', async () => {
  expect(await differencesOf(listDrivers, { 'x-total-count': '1', 'x-total-cut': 'false' })).toEqual([]);
  expect(await differencesOf(listDrivers, {})).toEqual(['GET /drivers answers with the totals of nothing']);
  const unasked = { 'x-total-count': '1', 'x-total-cut': 'false', 'x-total-amount': '1.00' };
  expect(await differencesOf(listDrivers, unasked)).toEqual([
    'GET /drivers answers with the totals x-total-amount, x-total-count, x-total-cut',
  ]);
});
