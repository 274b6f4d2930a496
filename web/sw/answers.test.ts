import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const LIST = 'https://banbo.test/api/nationality';
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

let kept: Map<string, Response>;
let line: () => Promise<Response>;
let answers: typeof import('./answers.ts');

beforeAll(async () => {
  vi.stubGlobal('__KEPT_FILES__', { version: '1', files: [], pages: {} });
  vi.stubGlobal('fetch', () => line());
  // The part of the browser's cache that the code uses.
  const cache = {
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    put: async ({ url }: Request, response: Response) => void kept.set(url, response),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  answers = await import('./answers.ts');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  kept = new Map();
});

const ask = async () => (await answers.freshOrKept(new Request(LIST))).json();

describe('a list that has been kept', () => {
  beforeEach(async () => {
    line = async () => json(['kept']);
    await ask();
  });

  it('gives way to what the server answers, which is kept instead', async () => {
    line = async () => json(['fresh']);
    expect(await ask()).toEqual(['fresh']);
    line = () => Promise.reject(new TypeError('no network'));
    expect(await ask()).toEqual(['fresh']);
  });

  it.each([
    ['is in trouble', async () => json({}, 503)],
    ['is hidden behind a page of somebody else’s', async () => new Response('<!doctype html>')],
    ['cannot be reached', () => Promise.reject(new TypeError('no network'))],
  ])('is given when the server %s, and stays kept', async (_, trouble) => {
    line = trouble;
    expect(await ask()).toEqual(['kept']);
    expect(await ask()).toEqual(['kept']);
  });

  it('is given when the line stalls', async () => {
    vi.useFakeTimers();
    line = () => new Promise(() => {});
    const [answer] = await Promise.all([ask(), vi.advanceTimersByTimeAsync(4000)]);
    expect(answer).toEqual(['kept']);
    vi.useRealTimers();
  });
});

it.each([
  ['of a list for everybody', true, LIST, {}],
  ['with an Authorization header', false, LIST, { headers: { authorization: 'Bearer token' } }],
  ['that changes something', false, LIST, { method: 'POST' }],
  ['of anything else', false, 'https://banbo.test/api/users', {}],
])('a call %s is one whose answer is kept: %s', (_, isKept, url, init) => {
  expect(answers.isKeptRead(new Request(url, init), new URL(url))).toBe(isKept);
});

it('a refusal is told where nothing has been kept', async () => {
  line = async () => json({ message: 'Later.' }, 503);
  expect(await ask()).toEqual({ message: 'Later.' });
  expect(kept.size).toBe(0);
});
