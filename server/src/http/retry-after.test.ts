import { ERROR_STATUS, type ErrorCode } from '@banbo/contract';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { handleErrors } from './errors.ts';

const codes = Object.keys(ERROR_STATUS) as ErrorCode[];

test('every answer of 503 says when to try again, whichever refusal it is', async () => {
  const app = Fastify();
  handleErrors(app);
  app.get('/:code', async ({ params }) => {
    throw new Refusal((params as { code: ErrorCode }).code, 'Please try again.');
  });
  const passing = codes.filter((code) => ERROR_STATUS[code] === 503);
  expect(passing).toEqual(['busy', 'storage_full', 'storage_failed']);
  for (const code of passing) {
    const { statusCode, headers } = await app.inject(`/${code}`);
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([ERROR_STATUS[code], true]);
  }
  await app.close();
});
