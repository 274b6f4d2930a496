// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test, vi } from 'vitest';
import { WorkTray } from '~/components/app-shell/work-tray.tsx';
import { openPage } from '../../test/dom/open-page.tsx';
import { signInAs } from '../../test/dom/signed-in.ts';
import { followServerWork, followWork } from './running-work.ts';
import { setSession } from './session/session-store.ts';

const gate = <T,>() => {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
};

const office = {
  element: (
    <>
      <Outlet />
      <WorkTray user="7" />
    </>
  ),
  children: [
    { path: '/', element: <p>Dashboard</p> },
    { path: '/driver_import/7', element: <p>Import</p> },
  ],
};

test('work of this tab shows how far it is until it ends, and asks for the tab to stay open', async () => {
  openPage([office], '/');
  expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull();
  const { promise, open } = gate<string>();
  const saved = vi.fn();
  void followWork({ label: 'Saving a file' }, (report) => {
    report(null, '340 KB so far');
    return promise;
  }).then(saved);
  expect(await screen.findByText('Saving a file: 340 KB so far')).toBeVisible();
  expect(screen.getByText('Keep this tab open until it is done.')).toBeVisible();
  open('drivers.csv');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull());
  expect(saved).toHaveBeenCalledExactlyOnceWith('drivers.csv');
});

test('work of the server leads to its page, which shows it itself', async () => {
  signInAs('SystemAdmin');
  const { router } = openPage([office], '/');
  const looks = [
    { done: 0, total: 95 },
    { done: 43, total: 95 },
  ];
  const { promise: isSeen, open: seen } = gate<void>();
  const ended = vi.fn();
  void followServerWork({ label: 'Import of members.csv', to: '/driver_import/7' }, async () => {
    const next = looks.shift();
    if (!next) await isSeen;
    return next ?? null;
  }).then(ended);
  const link = await screen.findByRole('link', { name: 'Import of members.csv' });
  expect(link).toHaveAttribute('href', '/driver_import/7');
  expect(await screen.findByText(/: 45%/)).toBeVisible();
  await router.navigate('/driver_import/7');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Import of members.csv' })).toBeNull());
  seen(undefined);
  await waitFor(() => expect(ended).toHaveBeenCalled());
});

test('work that cannot be seen any more leaves the tray', async () => {
  openPage([office], '/');
  await followServerWork({ label: 'Reminders' }, () => Promise.reject(new Error('Nobody is signed in.')));
  expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull();
});

test('signing out ends the look at work of the server at once', async () => {
  signInAs('SystemAdmin');
  const look = vi.fn(async () => ({ done: 43, total: 95 }));
  openPage([office], '/');
  const ended = vi.fn();
  void followServerWork({ label: 'Reminders' }, look).then(ended);
  expect(await screen.findByText(/: 45%/)).toBeVisible();
  act(() => setSession(null));
  await waitFor(() => expect(ended).toHaveBeenCalled());
  expect(look).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull());
});
