// @vitest-environment happy-dom
import { listPaymentTypes, userList } from '@banbo/contract';
import { QueryObserver } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorScreen } from '~/components/trouble/error-screen.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { ApiError } from './api.ts';
import { queryClient, read } from './query-client.ts';

const AWAY = () => refusal(503, 'The service is not available for a moment. Please try again.');
const READY = '/readyz';
const TYPES = '/payment_types';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Opens a list whose calls fail in the beginning, until its retries are over. */
const openList = async () => {
  const list = new QueryObserver(queryClient, read(listPaymentTypes, { query: { side: 'drivers' } }));
  const leave = list.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(8_000);
  expect(list.getCurrentResult().error?.message).toBe('The service is not available for a moment. Please try again.');
  return { list, leave };
};

test('a list that found no server is read by itself once there is one', async () => {
  const { answers } = serve({ [READY]: AWAY, [TYPES]: AWAY });
  const { list, leave } = await openList();
  Object.assign(answers, { [READY]: { status: 'ok' }, [TYPES]: [] });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(list.getCurrentResult()).toMatchObject({ error: null, data: [] });
  leave();
});

test('a list is read by itself, too, if another one is refused just as the server comes back', async () => {
  const { answers } = serve({ [READY]: AWAY, [TYPES]: AWAY, '/users': AWAY });
  const { list, leave } = await openList();
  const users = new QueryObserver(queryClient, { ...read(userList.page, {}), retry: false });
  answers[READY] = { status: 'ok' };
  const leaveUsers = users.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(users.getCurrentResult().isError).toBe(true);
  Object.assign(answers, { [TYPES]: [], '/users': [] });
  await vi.advanceTimersByTimeAsync(4_000);
  expect([list, users].map((one) => one.getCurrentResult().error)).toEqual([null, null]);
  leave();
  leaveUsers();
});

test('a list that is refused by a server that serves is not read again and again', async () => {
  const { calls } = serve({ [READY]: { status: 'ok' }, [TYPES]: AWAY });
  const { leave } = await openList();
  const asked = calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.length).toBe(asked);
  leave();
});

const openErrorScreen = (error: unknown) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: () => null, ErrorBoundary: ErrorScreen }]);
  const { unmount } = render(<Stub hydrationData={{ errors: { page: error } }} />);
  return { reload, unmount };
};

test('a page that found no server is loaded by itself once there is one', async () => {
  const { answers } = serve({ [READY]: AWAY });
  const { reload, unmount } = openErrorScreen(new ApiError(503, 'Please try again.'));
  expect(screen.getByRole('alert').textContent).toContain('This page opens by itself once we can be reached again.');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  answers[READY] = { status: 'ok' };
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reload).toHaveBeenCalledOnce();
  unmount();
});

test('a page with another trouble waits for its person', async () => {
  const { calls } = serve({ [READY]: AWAY });
  const { unmount } = openErrorScreen(new Error('Nonsense.'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual([]);
  unmount();
});
