// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '~/lib/session/session-store.ts';
import type { KeptCall } from '~/lib/sos/kept-call.ts';
import { COMPANY } from '../../../../test/builders/company.ts';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { SosPage } from './sos-page.tsx';

const { kept } = vi.hoisted(() => ({ kept: new Map<string, KeptCall>() }));
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  set: async (key: string, call: KeptCall) => void kept.set(key, call),
  del: async (key: string) => void kept.delete(key),
  values: async () => [...kept.values()],
}));

const NOW = '2026-11-20T10:00:00.000Z';
const CAR = { driver_code: 'DRV000001B', car_number: 'GR 1-20' };
const OTHER = { driver_code: 'DRV000002A', car_number: 'GX 2-26' };

const stateOf = (more: object = {}) => ({
  ...{ at: NOW, raised_at: NOW, status: 'asked', seen_at: null, sent_at: null, there_at: null, ended_at: null },
  ...{ placed_at: null, is_safe_noted: false, is_drill: false },
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
  localStorage.clear();
  kept.clear();
  setSession(null);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const open = async (answers: Record<string, Answer> = {}) => {
  const served = serve({ '/site': COMPANY, '/sos': stateOf(), '/sos/follow': stateOf(), ...answers });
  openPage([{ path: '/sos', element: <SosPage /> }], '/sos');
  await pass(10);
  return { ...served, sent: (path: string) => served.calls.filter((call) => call.path === path) };
};
const button = () => screen.getByRole('button', { name: /SOS/ });
const held = async (ms = 2_000) => {
  fireEvent.pointerDown(button(), { button: 0, pointerId: 1 });
  await pass(ms);
};
const hold = async () => {
  await held();
  await pass(10);
};
const remember = (...cars: object[]) => localStorage.setItem('banbo-sos-cars', JSON.stringify(cars));
const steps = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test('a call is sent after two seconds, and not when the button is let go before', async () => {
  remember(CAR);
  const { sent } = await open();
  await held(1_900);
  expect(screen.getByText('Keep holding…')).toBeVisible();
  fireEvent.pointerUp(button(), { pointerId: 1 });
  expect(screen.getByText('Too early: nothing was sent.')).toBeVisible();
  await pass(5_000);
  expect(sent('/sos')).toEqual([]);
  await hold();
  expect(sent('/sos').map(({ body }) => body)).toEqual([
    { ...CAR, secret: expect.stringMatching(/^[\w-]{43}$/), pressed_at: '2026-11-20T10:00:08.910Z' },
  ]);
  expect(heading()).toBe('Help is asked for');
  expect(steps()).toContain('Sent to the office10:00');
});

test.each(['Enter', ' '])('the key %j is held like a finger, and its repeats count as one', async (key) => {
  remember(CAR);
  const { sent } = await open();
  fireEvent.keyDown(button(), { key });
  await pass(500);
  fireEvent.keyUp(button(), { key });
  await pass(3_000);
  fireEvent.keyDown(button(), { key });
  for (let n = 0; n < 20; n += 1) {
    fireEvent.keyDown(button(), { key, repeat: true });
    await pass(95);
  }
  expect(sent('/sos')).toEqual([]);
  await pass(110);
  expect(sent('/sos')).toHaveLength(1);
});

test('a call without network is kept, says so with the numbers, and is tried until it is sent', async () => {
  remember(CAR);
  const { sent, answers } = await open({
    '/sos': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await hold();
  expect(heading()).toBe('Not sent yet');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Not sent yet: no network. We keep trying. Call 112 or 024 000 0001.',
  );
  expect([...kept.values()]).toMatchObject([{ state: 'waiting', car: CAR }]);
  await pass(10_000);
  const tries = sent('/sos');
  expect(tries.length).toBeGreaterThan(2);
  answers['/sos'] = stateOf();
  await act(async () => window.dispatchEvent(new Event('online')));
  await pass(10);
  expect(heading()).toBe('Help is asked for');
  expect(new Set(sent('/sos').map(({ body }) => body.secret)).size).toBe(1);
  expect([...kept.values()]).toMatchObject([{ state: 'sent' }]);
});

test('a server that asks to wait is tried again after that time, and the page says when', async () => {
  remember(CAR);
  const { sent } = await open({
    '/sos': () => Response.json({ message: 'Too many.' }, { status: 429, headers: { 'retry-after': '17' } }),
  });
  await hold();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Not sent yet: too many calls come from this network. We try again in 17 seconds.',
  );
  await pass(16_000);
  expect(sent('/sos')).toHaveLength(1);
  await pass(1_500);
  expect(sent('/sos')).toHaveLength(2);
});

test('a call that joins an emergency which the office has acknowledged says that it knew already', async () => {
  remember(CAR);
  const { answers } = await open();
  await hold();
  answers['/sos/follow'] = stateOf({ status: 'seen', seen_at: '2026-11-20T09:58:00.000Z' });
  await pass(4_100);
  expect(steps()).toEqual(expect.arrayContaining(['Sent to the office10:00', 'The office knew of it already09:58']));
});

test('steps show as the server confirms them, to the end, and then the phone forgets the call', async () => {
  remember(CAR);
  const { answers } = await open();
  await hold();
  expect(steps()).toEqual(expect.arrayContaining(['Sent to the office10:00', 'Next: the office sees it']));
  const seen = { status: 'seen', seen_at: '2026-11-20T10:01:00.000Z' };
  answers['/sos/follow'] = stateOf(seen);
  await pass(4_100);
  expect(steps()).toEqual(expect.arrayContaining(['The office has seen it10:01', 'Next: help is sent']));
  const sent = { ...seen, status: 'sent', sent_at: '2026-11-20T10:02:00.000Z' };
  answers['/sos/follow'] = stateOf(sent);
  await pass(4_100);
  expect(heading()).toBe('Help is on the way');
  const there = { ...sent, status: 'there', there_at: '2026-11-20T10:09:00.000Z', is_drill: true };
  answers['/sos/follow'] = stateOf(there);
  await pass(4_100);
  expect(steps()).toContain('Help is there10:09');
  expect(screen.getByText('Drill.')).toBeVisible();
  answers['/sos/follow'] = stateOf({ ...there, status: 'ended', ended_at: '2026-11-20T10:30:00.000Z' });
  await pass(4_100);
  expect(heading()).toBe('This call has ended');
  expect(kept.size).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(button()).toBeVisible();
});

test('twenty seconds without a word of the server are told in red', async () => {
  remember(CAR);
  const { answers } = await open();
  await hold();
  answers['/sos/follow'] = () => refusal(503, 'Not now.');
  await pass(15_000);
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(8_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing heard since 10:00:02. We keep asking. Call 112');
});

test('the word of safety is asked for twice, sent, and said not to end the call', async () => {
  remember(CAR);
  const { sent, answers } = await open();
  await hold();
  fireEvent.click(screen.getByRole('button', { name: 'I am safe…' }));
  answers['/sos/follow'] = stateOf({ is_safe_noted: true });
  fireEvent.click(screen.getByRole('button', { name: 'Yes, I am safe' }));
  await pass(10);
  expect(sent('/sos/follow').at(-1)?.body).toMatchObject({ is_safe: true });
  expect(screen.getByText('You said that you are safe. The office still calls you back.')).toBeVisible();
  await pass(9_000);
  expect(sent('/sos/follow').filter(({ body }) => body.is_safe)).toHaveLength(1);
});

test('a stranger is asked for car number and code, which are remembered once the call is sent', async () => {
  const { sent, answers } = await open({ '/sos': () => refusal(404, 'We do not know this car number.') });
  await held();
  expect(screen.getByRole('alert')).toHaveTextContent('Enter car number and driver code first. Call 112');
  expect(sent('/sos')).toEqual([]);
  fireEvent.change(screen.getByLabelText('Car Number'), { target: { value: 'gr 1-20' } });
  fireEvent.change(screen.getByLabelText('Driver Code'), { target: { value: 'drv000001b' } });
  await hold();
  expect(screen.getByRole('alert')).toHaveTextContent('We do not know this car number. Call 112');
  expect(kept.size).toBe(0);
  await pass(20_000);
  expect(sent('/sos')).toHaveLength(1);
  expect(localStorage.getItem('banbo-sos-cars')).toBeNull();
  answers['/sos'] = stateOf();
  await hold();
  expect(sent('/sos').at(-1)?.body).toMatchObject(CAR);
  expect(JSON.parse(localStorage.getItem('banbo-sos-cars') ?? '')).toEqual([CAR]);
});

test('a member who is signed in chooses among several cars, and a call has nothing else of them', async () => {
  setSession({
    ...{ kind: 'member', role: 'Member', permissions: [], user: '7', username: 'x', fullname: 'Ama', email: '' },
    ...{ driverCode: CAR.driver_code, accessToken: 'token', expiresAt: Number.POSITIVE_INFINITY },
  });
  const cars = [
    { ...OTHER, is_signed_in: false },
    { ...CAR, is_signed_in: true },
  ];
  const { sent } = await open({ '/member/cars': { cars, requests: [] } });
  expect(screen.queryByLabelText('Driver Code')).toBeNull();
  expect(screen.getByLabelText('Car')).toHaveValue(CAR.driver_code);
  fireEvent.change(screen.getByLabelText('Car'), { target: { value: OTHER.driver_code } });
  await hold();
  const { secret: _, pressed_at: __, ...body } = sent('/sos')[0]?.body ?? {};
  expect(body).toEqual(OTHER);
});

test('a page that opens again follows the call that this phone has, and sends one that waits', async () => {
  const call = { secret: 'a'.repeat(43), pressed_at: NOW, car: CAR };
  kept.set(call.secret, { ...call, state: 'sent' });
  const first = await open();
  expect(first.sent('/sos/follow')).toHaveLength(1);
  expect(heading()).toBe('Help is asked for');
  cleanup();
  kept.set(call.secret, { ...call, state: 'waiting' });
  const second = await open();
  expect(second.sent('/sos')).toHaveLength(1);
});

test('the place comes after the call, and newer ones while it is followed', async () => {
  remember(CAR);
  let fix: PositionCallback = () => undefined;
  vi.stubGlobal('navigator', {
    ...{ userAgent: navigator.userAgent, onLine: true, vibrate: () => true },
    geolocation: {
      watchPosition: (given: PositionCallback) => {
        fix = given;
        return 1;
      },
      clearWatch: () => undefined,
    },
  });
  const { sent } = await open();
  await hold();
  expect(sent('/sos')[0]?.body).not.toHaveProperty('place');
  const at = (latitude: number, accuracy: number) =>
    fix({ coords: { latitude, longitude: -0.2, accuracy }, timestamp: Date.now() } as GeolocationPosition);
  act(() => at(5.56, 400));
  await pass(100);
  expect(sent('/sos/follow').map(({ body }) => body.place)).toMatchObject([{ latitude: 5.56, accuracy_m: 400 }]);
  act(() => at(5.5601, 12));
  act(() => at(5.56011, 30));
  await pass(6_000);
  const places = sent('/sos/follow').flatMap(({ body }) => (body.place ? [body.place] : []));
  expect(places).toMatchObject([{ accuracy_m: 400 }, { accuracy_m: 12 }]);
});

test('after 60 s without an answer the caller reads so, with 112 as one big button and what was tried', async () => {
  remember(CAR);
  const tried = [{ at: NOW, words: 'The supervisors get a text message.' }];
  const { answers } = await open({ '/sos/follow': stateOf({ tried }) });
  await hold();
  await pass(55_000);
  expect(heading()).toBe('Help is asked for');
  await pass(10_000);
  expect(heading()).toBe('Nobody has answered yet');
  expect(screen.getByRole('link', { name: 'Call 112 now' })).toHaveAttribute('href', 'tel:112');
  expect(screen.getByRole('link', { name: 'Call the office' })).toBeVisible();
  expect(screen.getByRole('list', { name: 'What was tried' })).toHaveTextContent('The supervisors get a text message.');
  answers['/sos/follow'] = stateOf({ status: 'seen', seen_at: NOW });
  await pass(20_000);
  expect(heading()).toBe('The office has seen it');
  expect(screen.queryByRole('link', { name: 'Call 112 now' })).toBeNull();
});

test('a driver at an unknown phone confirms the call by the code that their own number gets', async () => {
  remember(CAR);
  const { sent, answers } = await open({ '/sos': stateOf({ may_confirm: true }) });
  answers['/sos/follow'] = stateOf({ may_confirm: true });
  await hold();
  fireEvent.click(screen.getByRole('button', { name: 'Text me a code' }));
  await pass(10);
  expect(sent('/sos/follow').at(-1)?.body).toMatchObject({ wants_code: true });
  answers['/sos/follow'] = () => refusal(401, 'This is not the code.');
  fireEvent.change(screen.getByLabelText('Code from the text message'), { target: { value: '482913' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await pass(10);
  expect(screen.getByRole('alert')).toHaveTextContent('This is not the code.');
  answers['/sos/follow'] = stateOf();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await pass(10);
  expect(screen.getByText('The office knows now that you are the driver.')).toBeVisible();
  expect(heading()).toBe('Help is asked for');
});
