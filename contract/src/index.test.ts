import { expect, test } from 'vitest';
import { ENDPOINTS } from './index.ts';

/** Calls of devices, whose apps add fields of their own. */
const OF_DEVICES = ['GET /feeds/osmand', 'POST /feeds/osmand'];

test('every endpoint refuses a query key that it does not name, but for those of devices', () => {
  const asked = ENDPOINTS.filter(({ schema }) => schema.querystring !== undefined);
  expect(asked.length).toBeGreaterThan(10);
  const tolerant = asked.filter(({ schema }) => {
    const issues = schema.querystring?.safeParse({ colour: 'red' }).error?.issues ?? [];
    return !issues.some(({ code }) => code === 'unrecognized_keys');
  });
  expect(tolerant.map(({ method, url }) => `${method} ${url}`)).toEqual(OF_DEVICES);
});
