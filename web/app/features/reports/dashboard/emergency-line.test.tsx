// @vitest-environment happy-dom
import type { Dashboard } from '@banbo/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { EmergencyLine } from './alarms.tsx';

const open = (emergencies: Dashboard['emergencies']) => {
  signInAs('SuperUser');
  const dashboard = { today: '2026-11-26', time: '10:00', ...(emergencies && { emergencies }) };
  const served = serve({ '/dashboard': dashboard });
  openOfficePage([{ path: '/dashboard', element: <EmergencyLine /> }], '/dashboard');
  return served;
};

test.each([
  [{ open: 0, unacknowledged: 0, watching: 0 }, 'Nobody is on shift for emergencies.'],
  [{ open: 3, unacknowledged: 1, watching: 2 }, '1 call for help is not acknowledged.'],
  [{ open: 3, unacknowledged: 2, watching: 0 }, '2 calls for help are not acknowledged. Nobody is on shift.'],
])('with %j the dashboard says in red: %s', async (emergencies, words) => {
  open(emergencies);
  const alarm = await screen.findByRole('alert');
  expect(alarm).toHaveTextContent(words);
  expect(screen.getByRole('link', { name: 'Response Requests' })).toHaveAttribute('href', '/response_request');
});

test('with somebody at the board and nothing waiting it says so calmly, in the same place', async () => {
  open({ open: 1, unacknowledged: 0, watching: 2 });
  expect(await screen.findByText(/Emergencies: 1 open, 2 at the board/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a role without emergencies has no line of them', async () => {
  signInAs({ role: 'Accounts', permissions: ['payments.read'] });
  serve({ '/dashboard': { today: '2026-11-26', time: '10:00' } });
  openOfficePage([{ path: '/dashboard', element: <EmergencyLine /> }], '/dashboard');
  await waitFor(() => expect(screen.queryByText(/emergenc/i)).toBeNull());
});
