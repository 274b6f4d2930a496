import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGeocoder } from './open-geocoder.ts';

const asked: string[] = [];
let answer: { status: number; body: unknown } = { status: 200, body: {} };

const service = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/reverse?lat={latitude}&lon={longitude}&key=k`;
});
afterAll(() => new Promise((resolve) => service.close(resolve)));

const ask = (body: unknown, status = 200) => {
  answer = { status, body };
  return openGeocoder({ GEOCODING_URL: url }).addressOf({ latitude: 5.6037168, longitude: -0.1869644 });
};

test('the service is asked with the point in its own places', async () => {
  await ask({ display_name: 'Ring Road Central, Accra' });
  expect(asked.at(-1)).toBe('/reverse?lat=5.603717&lon=-0.186964&key=k');
});

test('an address is read from the answers of the usual services', async () => {
  expect(await ask({ display_name: ' Ring Road Central, Accra ' })).toBe('Ring Road Central, Accra');
  expect(await ask({ results: [{ formatted_address: 'Osu, Accra' }] })).toBe('Osu, Accra');
  expect(await ask({ results: [{ formatted: 'Labone, Accra' }] })).toBe('Labone, Accra');
});

test('an answer without an address is none', async () => {
  for (const body of [{}, null, { results: [] }, { display_name: 7 }, { results: 'none' }]) {
    expect(await ask(body)).toBeNull();
  }
});

test('a service that fails rejects', async () => {
  await expect(ask({}, 500)).rejects.toThrow('answered 500');
});

const told = (latitude: number, longitude: number) => openGeocoder({}).addressOf({ latitude, longitude });

test('without a service the nearest town is told', async () => {
  expect(await told(5.5571, -0.2012)).toBe('Accra, Greater Accra Region');
  expect(await told(6.74, -1.624)).toBe('About 6 km north of Kumasi, Ashanti Region');
  expect(await told(6.09, -0.31)).toBe('About 6 km west of Koforidua, Eastern Region');
});

test('far from Ghana no town is near', async () => {
  expect(await told(51.5, -0.1)).toBeNull();
  expect(await told(2, -3)).toBeNull();
});
