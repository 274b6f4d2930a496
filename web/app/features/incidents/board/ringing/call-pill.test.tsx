// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePageKey } from '~/lib/use-page-key.ts';
import { openOfficePage } from '../../../../../test/dom/office-page.tsx';
import { ringingStream } from '../../../../../test/dom/ringing-stream.ts';
import { serve } from '../../../../../test/dom/served.ts';
import { signInAs } from '../../../../../test/dom/signed-in.ts';
import { CallPill } from './call-pill.tsx';

const addCar = vi.fn();

function Driver() {
  usePageKey(['a'], addCar);
  return (
    <>
      <CallPill />
      <input aria-label="Amount" />
    </>
  );
}

const open = (address = '/view_driver') => {
  const stream = ringingStream();
  const served = serve({
    '/incidents/live': stream.answer,
    '/response_shifts/watching': { at: '2026-11-25T19:04:53.000Z', is_on_shift: true },
    '/incidents/4': { status: true, message: '2026-0004 is acknowledged.' },
  });
  const pages = [
    { path: '/view_driver', element: <Driver /> },
    { path: '/response_request/:id', element: <Driver /> },
  ];
  const taken = () => served.calls.filter(({ body }) => 'change' in body).map(({ path, body }) => [path, body]);
  return { stream, taken, ...served, ...openOfficePage(pages, address) };
};

const TAKEN = [['/incidents/4', { change: 'acknowledge' }]];
const pill = () => screen.findByRole('link', { name: /^SOS GR 8-17/ });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  addCar.mockClear();
  signInAs('SuperUser');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a call rings on any page, and `a` acknowledges it there before a key of the page', async () => {
  const { stream, taken, user, calls } = open();
  await waitFor(() => expect(stream.opened()).toBe(1));
  await stream.rings('4');
  expect(await pill()).toHaveAttribute('href', '/response_request/4');
  expect(screen.getByText(/^0:4\d$/)).toBeVisible();
  expect(document.title).toContain('(1) SOS GR 8-17');
  expect(calls.map(({ path }) => path)).toContain('/response_shifts/watching');
  // It has just come: the key was meant for the page.
  await user.keyboard('a');
  vi.advanceTimersByTime(700);
  expect(taken()).toEqual([]);
  await user.keyboard('a');
  await waitFor(() => expect(taken()).toEqual(TAKEN));
  await stream.rings();
  expect(await screen.findByRole('link', { name: 'Open SOS GR 8-17' })).toHaveAttribute('href', '/response_request/4');
  expect(addCar).not.toHaveBeenCalled();
  await user.keyboard('a');
  expect(addCar).toHaveBeenCalledTimes(1);
});

test('while somebody types, `a` is a letter and Alt A acknowledges', async () => {
  const { stream, taken, user } = open();
  await waitFor(() => expect(stream.opened()).toBe(1));
  await stream.rings('4');
  await pill();
  vi.advanceTimersByTime(700);
  await user.type(screen.getByLabelText('Amount'), 'a');
  expect(taken()).toEqual([]);
  await user.keyboard('{Alt>}a{/Alt}');
  await waitFor(() => expect(taken()).toEqual(TAKEN));
  expect(screen.getByLabelText('Amount')).toHaveValue('a');
});

test('the board keeps its key for the emergency that it shows', async () => {
  const { stream, taken, user } = open('/response_request/5');
  await waitFor(() => expect(stream.opened()).toBe(1));
  await stream.rings('4');
  await pill();
  vi.advanceTimersByTime(700);
  await user.keyboard('a');
  expect(taken()).toEqual([]);
  expect(addCar).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: /acknowledge/ })).toBeNull();
});

test('who may not answer hears nothing of it', async () => {
  signInAs('Accounts');
  const { stream } = open();
  await screen.findByLabelText('Amount');
  expect(stream.opened()).toBe(0);
});
