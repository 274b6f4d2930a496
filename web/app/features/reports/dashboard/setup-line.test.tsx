// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { SetupLine } from './alarms.tsx';

const open = async (role: Parameters<typeof signInAs>[0], setup: object) => {
  signInAs(role);
  serve({ '/dashboard': { today: '2026-11-26', time: '10:00', setup } });
  openOfficePage([{ path: '/dashboard', element: <SetupLine /> }], '/dashboard');
  return screen.findByRole('alert');
};

test('who may change settings is led to what the company has not entered', async () => {
  const line = await open('SystemAdmin', { missing: ['accounts', 'email'], waiting: ['mobile_numbers'] });
  expect(line).toHaveTextContent(
    'Payments are not open yet. Please enter the company’s mobile money account and e-mail address under General Setup.',
  );
  expect(line).toHaveTextContent('Waiting for another person’s approval: phone number.');
  expect(within(line).getByRole('link', { name: 'General Setup' })).toHaveAttribute('href', '/general_setup');
});

test('everybody else reads who has to enter it, without a link', async () => {
  const line = await open('Accounts', { missing: ['accounts'], waiting: [] });
  expect(line).toHaveTextContent(
    'Payments are not open yet. An administrator has to enter the company’s mobile money account.',
  );
  expect(within(line).queryByRole('link')).toBeNull();
});
