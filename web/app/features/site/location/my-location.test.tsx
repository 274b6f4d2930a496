// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import SendMessage from '../send-message/send-message.tsx';
import MyLocation from './my-location.tsx';

/** Opens the page on a phone with or without GPS; `move` and `fail` are what the GPS reports. */
const open = (answers: Record<string, Answer> = {}, hasGps = true) => {
  const watches = new Map<number, { found: PositionCallback; failed: PositionErrorCallback }>();
  const geolocation = {
    watchPosition: (found: PositionCallback, failed: PositionErrorCallback) => {
      watches.set(watches.size + 1, { found, failed });
      return watches.size;
    },
    clearWatch: (id: number) => void watches.delete(id),
  };
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, onLine: true, ...(hasGps && { geolocation }) });
  const { calls } = serve(answers);
  const opened = openPage(
    [
      { path: '/location', element: <MyLocation /> },
      { path: '/whatsaap', element: <SendMessage /> },
    ],
    '/location',
  );
  const move = (latitude: number, longitude: number) =>
    act(() => {
      for (const { found } of watches.values())
        found({ coords: { latitude, longitude, accuracy: 11.6 } } as GeolocationPosition);
    });
  const fail = (code: number) =>
    act(() => {
      for (const { failed } of watches.values()) failed({ code } as GeolocationPositionError);
    });
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
  return { ...opened, calls, watches, move, fail, press };
};
const state = () => screen.getByRole('status').textContent;
const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

test('the position is watched until Stop GPS, and its address is asked for by hand', async () => {
  const { calls, watches, move, press } = open({ '/geocode': { address: 'Kumasi, Ashanti Region' } });
  expect(state()).toBe('Looking for your position…');
  move(5.5571, -0.2012);
  expect(state()).toBe('GPS is on. The position follows you.');
  expect(figures()).toEqual(['5.55710', '-0.20120', '12 m']);
  move(6.69, -1.624);
  expect(figures()).toEqual(['6.69000', '-1.62400', '12 m']);
  expect(calls).toEqual([]);
  await press('Get Driver Address');
  expect(await screen.findByText('Kumasi, Ashanti Region')).toBeVisible();
  expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/geocode', body: { latitude: 6.69, longitude: -1.624 } },
  ]);
  await press('Stop GPS');
  expect(watches.size).toBe(0);
  expect(state()).toBe('GPS is stopped. This was your last position.');
  expect(figures()[0]).toBe('6.69000');
  await press('Start GPS');
  move(6.7, -1.6);
  expect(state()).toBe('GPS is on. The position follows you.');
});

test('a point without a known address says so', async () => {
  const message = 'No address is known near this point.';
  const { move, press } = open({ '/geocode': () => refusal(404, message) });
  move(-40, 100);
  await press('Get Driver Address');
  expect(await screen.findByText(message)).toBeVisible();
});

test('the place can be passed on in a message', async () => {
  const { move, user } = open();
  move(5.5571, -0.2012);
  await user.click(screen.getByRole('link', { name: 'Send this place in a message' }));
  expect(await screen.findByLabelText('Message')).toHaveValue('I am here: https://maps.google.com/?q=5.55710,-0.20120');
});

test('a visitor who does not allow it is told how to, and may start again', async () => {
  const { fail, move, press } = open();
  fail(1);
  expect(state()).toContain('You have not allowed this page to see your position.');
  expect(screen.getByRole('button', { name: 'Get Driver Address' })).toBeDisabled();
  await press('Start GPS');
  move(5.5571, -0.2012);
  expect(state()).toBe('GPS is on. The position follows you.');
});

test('stopped before there was a position, the page claims none', async () => {
  const { press } = open();
  await press('Stop GPS');
  expect(state()).toBe('GPS is stopped.');
  await press('Start GPS');
  expect(state()).toBe('Looking for your position…');
});

test('a phone without a signal is told where to go', () => {
  const { fail } = open();
  fail(2);
  expect(state()).toContain('Your phone has no GPS signal here.');
});

test('a browser without GPS says so and offers no start', () => {
  open({}, false);
  expect(state()).toContain('This browser gives no GPS position.');
  expect(screen.getByRole('button', { name: 'Start GPS' })).toBeDisabled();
});
