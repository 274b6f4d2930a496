// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { FeedsAlarm } from './alarms.tsx';

test('the dashboard says in red that no tracker reports, since when and why', async () => {
  signInAs('SuperUser');
  const feeds = { since: '2026-11-26T09:52:00.000Z', cause: 'wrong_secret', silent: null, driving: null };
  serve({ '/dashboard': { today: '2026-11-26', time: '10:00', feeds } });
  openOfficePage([{ path: '/dashboard', element: <FeedsAlarm /> }], '/dashboard');
  const alarm = await screen.findByRole('alert');
  expect(alarm).toHaveTextContent(/^No tracker has reported since 26 Nov 2026, 09:52.*with a wrong secret/);
});
