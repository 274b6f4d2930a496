import { expect, test } from 'vitest';
import { ENDPOINTS, ENDPOINTS_BY_NAME } from './index.ts';

/** Calls of devices, whose apps add fields of their own, and calls for help. */
const TOLERANT = [
  ...['GET /feeds/osmand', 'POST /feeds/osmand'],
  ...['POST /sos', 'POST /sos/follow', 'POST /sos/text', 'POST /crash_card/tell'],
];

test('every endpoint refuses a query key that it does not name, but for those of devices and calls for help', () => {
  const asked = ENDPOINTS.filter(({ schema }) => schema.querystring !== undefined);
  expect(asked.length).toBeGreaterThan(10);
  const tolerant = asked.filter(({ schema }) => {
    const issues = schema.querystring?.safeParse({ colour: 'red' }).error?.issues ?? [];
    return !issues.some(({ code }) => code === 'unrecognized_keys');
  });
  expect(tolerant.map(({ method, url }) => `${method} ${url}`)).toEqual(TOLERANT);
});

test('every example of a body is one that its schema takes', () => {
  const examples = Object.entries(ENDPOINTS_BY_NAME).filter(([, { example }]) => example);
  expect(examples.length).toBeGreaterThan(50);
  const wrong = examples.filter(([, { example, schema }]) => !schema.body?.safeParse(example).success);
  expect(wrong.map(([name]) => name)).toEqual([]);
});
