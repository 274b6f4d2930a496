import { beforeEach, expect, test, vi } from 'vitest';
import { randomSecret } from '../random-secret.ts';
import { dropCall, type KeptCall, keepCall, listCalls } from './kept-call.ts';
import { sendKeptCalls } from './send-calls.ts';

const kept = new Map<string, KeptCall>();
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  set: async (key: string, call: KeptCall) => void kept.set(key, call),
  del: async (key: string) => void kept.delete(key),
  values: async () => [...kept.values()],
}));

const CAR = { driver_code: 'DRV000001B', car_number: 'GR 1-20' };
const minutesAgo = (count: number): string => new Date(Date.now() - count * 60_000).toISOString();

const keep = async (more: Partial<KeptCall> = {}): Promise<KeptCall> => {
  const call: KeptCall = { secret: randomSecret(), pressed_at: minutesAgo(0), car: CAR, state: 'waiting', ...more };
  await keepCall(call);
  return call;
};

const posted: { path: string; body: Record<string, unknown> }[] = [];
let answer: () => Response;

beforeEach(() => {
  kept.clear();
  posted.length = 0;
  answer = () => Response.json({ raised_at: minutesAgo(0), status: 'asked' });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    posted.push({ path, body: JSON.parse(body) });
    return answer();
  });
});

test('a secret is that of 32 random bytes', () => {
  const secrets = Array.from({ length: 50 }, randomSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set(secrets).size).toBe(50);
});

test('a waiting call is sent with its place, then kept without it to be followed', async () => {
  const place = { latitude: 5.6, longitude: -0.2, accuracy_m: 9, at: minutesAgo(1) };
  const { secret, pressed_at } = await keep({ place, battery_percent: 40 });
  expect(await sendKeptCalls()).toBe(0);
  expect(posted).toEqual([{ path: '/api/sos', body: { secret, pressed_at, ...CAR, place, battery_percent: 40 } }]);
  expect(await listCalls()).toEqual([{ secret, pressed_at, car: CAR, state: 'sent' }]);
  expect(await sendKeptCalls()).toBe(0);
  expect(posted).toHaveLength(1);
});

test('the word of safety of a call that waited follows it', async () => {
  const { secret } = await keep({ is_safe: true });
  await sendKeptCalls();
  expect(posted[1]).toEqual({ path: '/api/sos/follow', body: { secret, is_safe: true } });
});

test.each([
  ['a network that is none', () => Response.error()],
  ['a hotel’s page', () => new Response('<!doctype html>', { status: 200 })],
  ['too many calls', () => Response.json({ message: 'Wait.' }, { status: 429 })],
  ['a server in trouble', () => Response.json({ message: 'Sorry.' }, { status: 503 })],
])('a call waits on behind %s', async (_, given) => {
  answer = given;
  await keep();
  expect(await sendKeptCalls()).toBe(1);
  expect(await listCalls()).toMatchObject([{ state: 'waiting' }]);
});

test('a refused call is not tried again, and its sentence stays for the page', async () => {
  answer = () => Response.json({ message: 'We do not know this car.' }, { status: 404 });
  await keep();
  expect(await sendKeptCalls()).toBe(0);
  expect(await listCalls()).toMatchObject([{ state: 'refused', message: 'We do not know this car.' }]);
  await sendKeptCalls();
  expect(posted).toHaveLength(1);
});

test('a call that needs the session waits for its page, and one of yesterday is deleted', async () => {
  await keep({ car: null });
  const old = await keep({ pressed_at: minutesAgo(24 * 60) });
  expect(await sendKeptCalls()).toBe(0);
  expect(posted).toEqual([]);
  expect([...kept.keys()]).not.toContain(old.secret);
  for (const call of await listCalls()) await dropCall(call);
  expect(kept.size).toBe(0);
});
