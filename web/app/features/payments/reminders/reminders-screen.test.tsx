// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { EarlierReminders } from './reminders-screen.tsx';

const BATCH = {
  id: '3',
  created_at: '2026-11-20T10:00:00Z',
  sent_by: 'efua',
  age: 'two',
  recipients: 1200,
  skipped: 7,
  parts: 2400,
  cost: '84.00',
};

test('earlier reminders are asked for once they are opened, and say when, by whom, to how many and at what cost', async () => {
  signInAs('SuperUser');
  const { calls } = serve({ '/reminders': () => Response.json([BATCH], { headers: { 'x-total-count': '1' } }) });
  const children = [{ path: '/reminders', element: <EarlierReminders /> }];
  const { user } = openPage([{ element: <OfficeProviders />, children }], '/reminders');
  const summary = await screen.findByText('Earlier reminders');
  expect(calls.filter(({ path }) => path === '/reminders')).toEqual([]);
  await user.click(summary);
  const row = within(await screen.findByRole('row', { name: /efua/ }));
  for (const text of ['20 Nov 2026, 10:00', 'Two months old', '1,200', '7', '2,400', '84.00'])
    expect(row.getByText(text)).toBeVisible();
});
