// @vitest-environment happy-dom
import { TEAM_LINK_ENDED, TEAM_LINK_TAKEN } from '@banbo/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMPANY } from '../../../../test/builders/company.ts';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { TeamCallPage } from './team-call-page.tsx';

const NOW = '2026-11-26T10:00:00.000Z';

const factsOf = (status: string) => ({
  ...{ at: new Date().toISOString(), number: '2026-0412', grade: 'sos', is_drill: false, team: 'Osu', status },
  ...{ sent_at: '2026-11-26T09:58:00.000Z', words: 'Two men at the car.', check_in_at: '2026-11-26T10:20:00.000Z' },
  driver: { fullname: 'KOFI ADJEI', mobile_number: '+233540000001', car_number: 'GR 2-11' },
  ...{ caller: { name: '', phone: '' }, said_place: '' },
  place: {
    latitude: 5.55712,
    longitude: -0.18273,
    accuracy_m: 8,
    at: '2026-11-26T09:59:30.000Z',
    source: 'tracker',
    ...{ phone: null, is_unsure: false },
  },
  other_places: [
    {
      ...{ latitude: 9.4034, longitude: -0.8424, accuracy_m: 5, at: '2026-11-26T09:59:40.000Z', source: 'member' },
      phone: { n: 2, known_by: null, is_safe: true },
    },
  ],
});
/** An answer of the server's time at which it is asked. */
const callOf = (status: string) => () => Response.json(factsOf(status));

const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
  localStorage.clear();
  window.location.hash = '#link-secret';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.location.hash = '';
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const open = async (opened: Answer, changed: Answer = {}) => {
  const served = serve({ '/site': COMPANY, '/team_call': opened, '/team_call/change': changed });
  openPage([{ path: '/team_call', element: <TeamCallPage /> }], '/team_call');
  await pass(10);
  await pass(1_100);
  return { ...served, sent: (path: string) => served.calls.filter((call) => call.path === path) };
};
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(10);
};
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test('a team reads where to go, accepts, is on scene with a message, and is done once it says so twice', async () => {
  const { answers, sent } = await open(callOf('sent'), callOf('accepted'));
  expect(heading()).toBe('SOS 2026-0412');
  expect(screen.getByText('From the office: Two men at the car.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    'geo:5.55712,-0.18273?q=5.55712,-0.18273',
  );
  expect(screen.getByText(/^Place of 3\d s ago, within 8 m, tracker/)).toBeVisible();
  expect(
    screen.getByText(/^Not the place to go to: another phone: .*phone 2 \(not known\), 434 km away, says to be safe/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call 054 000 0001' })).toHaveAttribute('href', 'tel:+233540000001');

  await press('Accept: we go now');
  expect(screen.getByText(/The office knows that you are on the way\./)).toBeVisible();
  answers['/team_call'] = callOf('accepted');
  answers['/team_call/change'] = callOf('on_scene');
  await press('We are on scene');
  expect(sent('/team_call/change'), 'a double tap tells one thing').toHaveLength(1);
  await pass(1_000);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Both are well' } });
  await press('We are on scene');
  answers['/team_call'] = callOf('on_scene');
  answers['/team_call/change'] = callOf('done');
  await pass(1_000);
  await press('Done here…');
  expect(sent('/team_call/change')).toHaveLength(2);
  await press('Yes, done');
  expect(heading()).toBe('Done');
  expect(screen.queryByText('GR 2-11')).toBeNull();
  const [phone] = sent('/team_call').map(({ body }) => body.phone);
  expect(phone).toMatch(/^[\w-]{43}$/);
  expect(sent('/team_call/change').map(({ body }) => body)).toEqual([
    { token: 'link-secret', phone, change: 'accept' },
    { token: 'link-secret', phone, change: 'arrive', words: 'Both are well' },
    { token: 'link-secret', phone, change: 'finish' },
  ]);
  const signs = sent('/team_call').length;
  await pass(30_000);
  expect(sent('/team_call'), 'a team that is done gives no sign').toHaveLength(signs);
});

test.each([
  [409, TEAM_LINK_TAKEN, 'Open on another phone'],
  [404, TEAM_LINK_ENDED, 'Link ended'],
])('a link refused with %d and %j shows nothing else, and asks no more', async (status, message, title) => {
  const { sent } = await open(() => refusal(status, message));
  expect(heading()).toBe(title);
  expect(screen.getByRole('status')).toHaveTextContent(message);
  expect(screen.getAllByRole('link', { name: /^Call the office/ })).toHaveLength(2);
  await pass(30_000);
  expect(sent('/team_call')).toHaveLength(1);
});

test('a call that the office ends meanwhile leaves the page without a word about the driver', async () => {
  const { answers } = await open(callOf('accepted'));
  answers['/team_call'] = () => refusal(404, TEAM_LINK_ENDED);
  await pass(5_100);
  expect(heading()).toBe('Link ended');
  expect(screen.queryByText('GR 2-11')).toBeNull();
});

test('a phone without network says after a while that nobody hears it, and a press that it was not told', async () => {
  const { answers } = await open(callOf('accepted'), lost);
  answers['/team_call'] = lost;
  await press('We are on scene');
  expect(screen.getByText(/^The office was not told\. /)).toBeVisible();
  expect(screen.queryByText(/The office does not hear this phone/)).toBeNull();
  await pass(25_000);
  expect(screen.getByText(/The office does not hear this phone/)).toBeVisible();
  answers['/team_call'] = callOf('accepted');
  await pass(6_000);
  expect(screen.queryByText(/The office does not hear this phone/)).toBeNull();
});

test('an answer that was asked for before a change does not take the change back', async () => {
  const { answers } = await open(callOf('sent'), callOf('accepted'));
  const old = factsOf('sent');
  await pass(100);
  await press('Accept: we go now');
  answers['/team_call'] = old;
  await pass(5_100);
  expect(screen.getByRole('button', { name: 'We are on scene' })).toBeVisible();
});
