import { ERROR_STATUS, type ErrorCode } from '@banbo/contract';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { handleErrors } from './errors.ts';

const codes = Object.keys(ERROR_STATUS) as ErrorCode[];

test('every answer of 503 and 507 says when to try again, whichever refusal it is', async () => {
  const app = Fastify();
  handleErrors(app);
  app.get('/:code', async ({ params }) => {
    throw new Refusal((params as { code: ErrorCode }).code, 'Please try again.');
  });
  const passing = codes.filter((code) => [503, 507].includes(ERROR_STATUS[code]));
  expect(passing).toEqual(['busy', 'storage_full']);
  for (const code of passing) {
    const { statusCode, headers } = await app.inject(`/${code}`);
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([ERROR_STATUS[code], true]);
  }
  await app.close();
});
