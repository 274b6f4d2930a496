import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
beforeEach(() => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
});
afterAll(() => it.close());

const statusesOf = async (url: string, remoteAddress: string, times: number): Promise<number[]> => {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push((await it.app.inject({ url, remoteAddress })).statusCode);
  return statuses;
};

test('an address gets the description and its page some times a minute, in whatever spelling and mix', async () => {
  it.atOneServer('an address has so many calls at each server');
  expect(await statusesOf('/api/openapi.json', '41.66.230.1', 60)).toEqual(Array(60).fill(200));
  expect(await statusesOf('/api/docs/json', '::ffff:2942:e601', 60)).toEqual(Array(60).fill(200));
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/static/swagger-ui-bundle.js', '/api/docs/yaml']) {
    const answer = await it.app.inject({ url, remoteAddress: '41.66.230.1' });
    expect([url, answer.statusCode]).toEqual([url, 429]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await statusesOf('/api/docs', '41.66.230.2', 1)).toEqual([200]);
});

test('another way of writing a file’s address, or a query, makes nothing anew', async () => {
  const first = await it.app.inject('/api/docs');
  for (const url of ['/api/docs/', '/api/docs?/', '/api/docs?x=1'])
    expect((await it.app.inject(url)).body).toBe(first.body);
});
