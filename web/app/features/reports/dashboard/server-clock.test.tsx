// @vitest-environment happy-dom
import type { StaffRole } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { refusal, type ServedCall, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { ServerClockAlarm } from './alarms.tsx';

const HELD = { reads: '2027-11-20T10:00:00.000Z', seen_at: '2026-11-20T09:58:00.000Z' };

const expectToast = (text: string) =>
  vi.waitFor(() => expect([...document.querySelectorAll('.toast')].map((one) => one.textContent)).toContain(text));

const open = (role: StaffRole, trust: (call: ServedCall) => Response = () => refusal(404, 'Not found.')) => {
  signInAs(role);
  const served = serve({ '/server_clock': { held: HELD }, '/server_clock/trust': trust });
  return { ...served, ...openOfficePage([{ path: '/dashboard', element: <ServerClockAlarm /> }], '/dashboard') };
};

test('a clock that went ahead is shown with what it says, and an administrator says that it is right after a question', async () => {
  const trusted = vi.fn();
  const { user, answers } = open('SystemAdmin', ({ body }) => {
    trusted(body);
    answers['/server_clock'] = { held: null };
    return Response.json({ status: true, message: 'The clock counts as right.' });
  });
  const alarm = await screen.findByRole('alert');
  expect(alarm).toHaveTextContent(
    'It says 20 Nov 2027, 10:00. It was last right on 20 Nov 2026, 09:58: since then the server was off, or its clock was changed.',
  );
  await user.click(within(alarm).getByRole('button', { name: 'The clock is right' }));
  const dialog = await screen.findByRole('dialog', { name: 'Is it 20 Nov 2027, 10:00?' });
  expect(trusted).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, the clock is right' }));
  await expectToast('The clock counts as right.');
  expect(trusted).toHaveBeenCalledWith({ reads: HELD.reads });
  await vi.waitFor(() => expect(screen.queryByText(/may be wrong/)).toBeNull());
});

test('whoever may not say so reads whom to tell', async () => {
  open('SuperUser');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please tell an administrator.');
  expect(screen.queryByRole('button')).toBeNull();
});
