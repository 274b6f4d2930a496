import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueuedSubmission } from './queue-store.ts';
import { sendSubmission } from './send-queue.ts';

let server: Server;
let base: string;
let got: { headers: Record<string, unknown>; text: string };
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      got = { headers: request.headers, text: Buffer.concat(chunks).toString() };
      response
        .writeHead(answer.status, { 'content-type': 'application/json', date: 'Fri, 20 Nov 2026 10:00:00 GMT' })
        .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = { status: 201, body: '{"success":true,"message":"Thank you."}' };
});

const ITEM: QueuedSubmission = {
  key: 'key-0123456789abcdef',
  kind: 'payment',
  title: 'Payment',
  url: '/api/payments',
  format: 'json',
  body: { amount: '200.00', payment_year: 2026, driver_id: undefined },
  form: null,
  shown: null,
  savedAt: '2026-11-20T10:00:00Z',
  state: 'waiting',
};

const SILENT = { state: 'waiting', serverTime: null };

const send = (item: Partial<QueuedSubmission> = {}) =>
  sendSubmission({ ...ITEM, ...item }, (path, init) => fetch(`${base}${path}`, init));

describe('a form that waited', () => {
  it('is sent as JSON under its key, and what the server answers is kept', async () => {
    expect(await send()).toMatchObject({ state: 'received', message: 'Thank you.', answer: { success: true } });
    expect(got.headers).toMatchObject({ 'idempotency-key': ITEM.key, 'content-type': 'application/json' });
    expect(JSON.parse(got.text)).toEqual({ amount: '200.00', payment_year: 2026 });
  });

  it('is sent as a form with its photo, without the fields that were left out', async () => {
    const photo = new File(['picture'], 'me.jpg', { type: 'image/jpeg' });
    await send({ format: 'multipart', photo });
    expect(got.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(got.text).toContain('name="file"; filename="me.jpg"');
    expect(got.text).not.toContain('driver_id');
  });

  it('is refused with the server’s message and what is wrong with which field', async () => {
    const issues = [{ path: 'body.car_number', message: 'Taken.' }];
    answer = { status: 409, body: JSON.stringify({ status: false, message: 'Taken.', issues }) };
    expect(await send()).toEqual({ state: 'refused', message: 'Taken.', fields: { car_number: 'Taken.' } });
  });

  it.each([408, 429, 500, 502, 503])('waits on when the answer is %i, which says nothing of it', async (status) => {
    answer = { status, body: '{}' };
    expect(await send()).toEqual({ state: 'waiting', serverTime: new Date('2026-11-20T10:00:00Z') });
  });

  it('learns no time from an answer that has none', async () => {
    expect(await sendSubmission(ITEM, async () => new Response('{}', { status: 503 }))).toEqual(SILENT);
    const headers = { date: 'soon' };
    expect(await sendSubmission(ITEM, async () => new Response('{}', { status: 503, headers }))).toEqual(SILENT);
  });

  it('waits on when the answer is a page of somebody else’s, as a hotel’s network sends', async () => {
    answer = { status: 200, body: '<!doctype html><title>Log in</title>' };
    expect(await send()).toEqual(SILENT);
  });

  it('waits on when there is nobody to answer', async () => {
    expect(await sendSubmission(ITEM, () => fetch('http://127.0.0.1:1/'))).toEqual(SILENT);
  });

  it.each([
    ['json', 30_000],
    ['multipart', 90_000],
  ] as const)(
    'waits on when a line stalls, which holds up what else waits no longer than that: %s',
    async (format, ms) => {
      vi.useFakeTimers();
      const stall: typeof fetch = (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
      const [sent] = await Promise.all([sendSubmission({ ...ITEM, format }, stall), vi.advanceTimersByTimeAsync(ms)]);
      expect(sent).toEqual(SILENT);
      vi.useRealTimers();
    },
  );
});
