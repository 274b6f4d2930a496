// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { WorkTray } from '~/components/app-shell/work-tray.tsx';
import { openPage } from '../../test/dom/open-page.tsx';
import { serve } from '../../test/dom/served.ts';
import { signInAs } from '../../test/dom/signed-in.ts';

const office = (user: string) => ({
  element: (
    <>
      <Outlet />
      <WorkTray user={user} />
    </>
  ),
  children: [{ path: '/', element: <p>Dashboard</p> }],
});

const KEY = 'banbo.server-work';
const keep = (...works: object[]) => sessionStorage.setItem(KEY, JSON.stringify(works));
const kept = (): unknown => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');

test('after a reload the tray goes on with what the person began in this tab, until it ends', async () => {
  signInAs('SystemAdmin');
  keep({ kind: 'reminders', id: '12', name: '', user: '7' });
  const { answers } = serve({ '/reminders/12': { recipients: 40, waiting: 30 } });
  openPage([office('7')], '/');
  expect(await screen.findByRole('link', { name: 'Reminders' })).toHaveAttribute('href', '/reminders');
  expect(await screen.findByText(/: 25%/)).toBeVisible();
  answers['/reminders/12'] = { recipients: 40, waiting: 0 };
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Reminders' })).toBeNull());
  expect(kept()).toEqual([]);
});

test('what another person began in this tab is forgotten', async () => {
  keep({ kind: 'driver_import', id: '3', name: 'members.csv', user: '8' }, { kind: 'unknown', id: '1', user: '7' });
  const { calls } = serve({});
  openPage([office('7')], '/');
  await screen.findByText('Dashboard');
  await waitFor(() => expect(kept()).toEqual([]));
  expect(calls).toEqual([]);
});
