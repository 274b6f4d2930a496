import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OWN_PAGE } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type OpenRequest, openRequest } from './open-request.ts';

const BOUNDARY = 'x-banbo-boundary';
const SPAN_MS = 30_000;
/** The fewest bytes that a body must bring in that time (`bodies.ts`). */
const LEAST_BYTES = 30_000;
/** The bytes of 20 kbit/s in that time: a phone on the slowest network. */
const SLOW_PHONE_BYTES = 75_000;

let it: TestApp;
let port: number;
let open: OpenRequest[];
let accepted: Socket[];
/** The number of connections whose end the server has seen. */
let closed: number;

beforeEach(async () => {
  // Fakes only the timer that checks whether a body still comes; connections and time are real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  it = await startApp({ TRUST_PROXY: '1' });
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = it.app.server.address() as AddressInfo);
  open = [];
  accepted = [];
  closed = 0;
  it.app.server.on('connection', (socket) => {
    accepted.push(socket);
    socket.on('close', () => {
      closed += 1;
    });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { socket } of open) socket.destroy();
  await it.close();
});

let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `10.4.${addresses >> 8}.${addresses & 255}`;
};

const send = (url: string, type: string, length: number, start: string, address = newAddress()): OpenRequest => {
  const head = [
    ...[`POST ${url} HTTP/1.1`, 'Host: localhost', `X-Forwarded-For: ${address}`, `Content-Type: ${type}`],
    ...(length > 0 ? [`Content-Length: ${length}`] : ['Transfer-Encoding: chunked']),
    ...Object.entries(OWN_PAGE).map(([name, value]) => `${name}: ${value}`),
  ];
  const request = openRequest(port, `${head.join('\r\n')}\r\n\r\n${start}`);
  open.push(request);
  return request;
};

const part = (name: string, filename = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename && `; filename="${filename}"`}\r\n\r\n`;
const PHOTO = part('file', 'photo.jpg');

const sendForm = (start: string, address?: string, length = 2_200_000): OpenRequest =>
  send('/api/drivers', `multipart/form-data; boundary=${BOUNDARY}`, length, start, address);
const sendJson = (start: string, address?: string): OpenRequest =>
  send('/api/contact_messages', 'application/json', 249_000, start, address);

const refused = (requests: readonly OpenRequest[]): number =>
  requests.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 ')).length;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Resolves once the app has read so many bytes of its only connection. */
const untilRead = (bytes: number) => expect.poll(() => accepted[0]?.bytesRead ?? 0).toBeGreaterThanOrEqual(bytes);

/** 500 kB of a form hold 1.1 MB: 27 such forms fill the room, 6 the share of an address. */
const sendLargeForm = (address?: string): OpenRequest => sendForm(`${PHOTO}${'x'.repeat(500_000)}`, address);

/** A small call that is sent whole, from an address of its own. */
const write = async (): Promise<number> => {
  const { statusCode } = await it.app.inject({
    method: 'POST',
    url: '/api/contact_messages',
    headers: { ...OWN_PAGE, 'x-forwarded-for': newAddress() },
    payload: { name: 'Ama', email: 'ama@example.com', subject: 'Cover', message: 'What does it cost?' },
  });
  return statusCode;
};

test('of 60 large forms that stall, from as many addresses, the app holds 27, and says to the others when to come back', async () => {
  const forms = times(60, () => sendLargeForm());
  await expect.poll(() => refused(forms)).toBe(33);
  const [answer = ''] = forms.map((form) => form.answer()).filter((text) => text !== '');
  expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect(answer).toContain('"code":"busy"');
});

test('one address takes a quarter of the room and leaves the rest to others', async () => {
  const forms = times(9, () => sendLargeForm('10.9.9.9'));
  await expect.poll(() => refused(forms)).toBe(3);
  const others = times(22, () => sendLargeForm());
  await expect.poll(() => refused([...forms, ...others])).toBe(4);
});

test('forms that stall at their beginning hold little', async () => {
  const forms = times(200, () => sendForm(`${PHOTO}half`));
  await expect.poll(() => accepted.filter(({ bytesRead }) => bytesRead > 0).length).toBe(200);
  const form = sendForm(`${PHOTO}one\r\n--${BOUNDARY}--\r\n`, newAddress(), PHOTO.length + 3 + BOUNDARY.length + 8);
  await expect.poll(form.answer).toMatch(/^HTTP\/1\.1 400 .*Please choose the gender/is);
  expect(refused(forms)).toBe(0);
});

test('bodies of JSON that stall count as well, and a body that fits in what is left is read', async () => {
  const bodies = times(40, () => sendJson('{"name":'));
  await expect.poll(() => refused(bodies)).toBe(6);
  expect(await write()).toBe(201);
});

test('forms that fill their room leave that of sign-in, payment and all other JSON alone', async () => {
  const forms = times(30, () => sendLargeForm());
  await expect.poll(() => refused(forms)).toBe(3);
  const bodies = times(34, () => sendJson('{"name":'));
  await expect.poll(() => accepted.filter(({ bytesRead }) => bytesRead > 0).length).toBe(64);
  expect(await write()).toBe(201);
  expect(refused(bodies)).toBe(0);
});

test('stalled bodies of four addresses make room for whoever comes from another', async () => {
  const bodies = times(4, () => {
    const address = newAddress();
    return times(60, () => send('/api/auth/check_username', 'application/json', 3_000, '{"username":"', address));
  }).flat();
  await expect.poll(() => refused(bodies)).toBe(4 * 2);
  const statuses: number[] = [];
  for (let honest = 0; honest < 40; honest += 1) statuses.push(await write());
  expect(statuses).toEqual(Array(40).fill(201));
});

test('stalled forms of five addresses make room for a photo from another', async () => {
  const forms = times(5, () => {
    const address = newAddress();
    return times(8, () => sendLargeForm(address));
  }).flat();
  await expect.poll(() => refused(forms)).toBe(5 * 8 - 27);
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const photo = 'x'.repeat(2_000_000);
  const form = sendForm(`${PHOTO}${photo}${end}`, newAddress(), PHOTO.length + photo.length + end.length);
  await expect.poll(form.answer).toMatch(/^HTTP\/1\.1 400 .*Please choose the gender/is);
  expect(refused(forms)).toBeGreaterThan(5 * 8 - 27);
});

test('the room of those that go away is there for the next ones', async () => {
  const forms = times(28, () => sendLargeForm());
  await expect.poll(() => refused(forms)).toBe(1);
  for (const { socket } of forms) socket.destroy();
  await expect.poll(() => closed).toBe(28);
  const next = times(28, () => sendLargeForm());
  await expect.poll(() => refused(next)).toBe(1);
});

test.each([
  ['a form', () => sendForm(`${PHOTO}half`)],
  ['a form in the head of a part', () => sendForm(`--${BOUNDARY}\r\nContent-Disp`)],
  ['a form of which nothing came', () => sendForm('')],
  ['JSON', () => sendJson('{"name":')],
])('%s that brings less than 1 kB a second is given up, with a sentence', async (_name, begin) => {
  const request = begin();
  await untilRead(1);
  vi.advanceTimersByTime(SPAN_MS);
  if (request.answer() === '') {
    // The head came before the first span began and counts for it.
    vi.advanceTimersByTime(SPAN_MS);
  }
  await request.ended;
  expect(request.answer()).toMatch(/^HTTP\/1\.1 408 /);
  expect(request.answer()).toContain('"code":"too_slow"');
});

test('a phone with 20 kbit/s gets its photo through', async () => {
  const form = sendForm(PHOTO, newAddress(), 4 * SLOW_PHONE_BYTES);
  await untilRead(PHOTO.length);
  for (let span = 1; span <= 3; span += 1) {
    form.socket.write('x'.repeat(SLOW_PHONE_BYTES));
    await untilRead(span * SLOW_PHONE_BYTES);
    vi.advanceTimersByTime(SPAN_MS);
  }
  const end = `\r\n--${BOUNDARY}--\r\n`;
  form.socket.write('x'.repeat(SLOW_PHONE_BYTES - PHOTO.length - end.length) + end);
  // All of it was read, and the refusal names the missing fields.
  await expect.poll(form.answer).toMatch(/^HTTP\/1\.1 400 .*Please choose the gender/is);
});

test('what was refused is let go by as long as it comes, and no longer', async () => {
  const form = sendForm(`${part('a_field_of_nobody')}half`);
  await expect.poll(form.answer).toMatch(/^HTTP\/1\.1 400 .*This does not take a_field_of_nobody/s);
  form.socket.write('x'.repeat(LEAST_BYTES));
  await untilRead(LEAST_BYTES);
  vi.advanceTimersByTime(SPAN_MS);
  expect(form.socket.destroyed).toBe(false);
  vi.advanceTimersByTime(SPAN_MS);
  await form.ended;
});

test.each([
  ['a file that the form has no field for', part('more', 'more.jpg'), 'This does not take more.'],
  ['a file in the place of a text', part('car_number', 'car.jpg'), 'car_number must be a text.'],
  ['a second photo', `${PHOTO}one\r\n${part('file', 'two.jpg')}`, 'Only 1 images can be uploaded at a time'],
  ['a text that was there', `${part('plan')}a\r\n${part('plan')}`, 'plan was sent twice.'],
])('%s is refused as it begins', async (_name, start, message) => {
  const form = sendForm(`${start}half`);
  await expect.poll(form.answer).toContain(message);
  expect(form.answer()).toMatch(/^HTTP\/1\.1 400 /);
});

test('a body in pieces of one byte each is cut off before it weighs a hundred times its size', async () => {
  const request = send('/api/contact_messages', 'application/json', 0, '1\r\n \r\n'.repeat(100_000));
  await request.ended;
  expect(accepted[0]?.bytesRead).toBeLessThan(6 * 100_000);
});
