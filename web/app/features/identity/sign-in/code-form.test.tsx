// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { currentSession } from '~/lib/session/session-store.ts';
import { openPage, underToasts } from '../../../../test/dom/open-page.tsx';
import { refusal, type ServedCall, serve } from '../../../../test/dom/served.ts';
import { LoginForm } from './login-form.tsx';

const ANSWER = {
  status: true,
  message: 'Login successful',
  user_role: 'Accounts',
  username: 'efua',
  fullname: 'Efua Badu',
  user: '7',
  email: '',
  accessToken: 'a.b.c',
  login_attempts: 0,
  account_blocked: false,
};

const open = async (code: (call: ServedCall) => Response) => {
  const served = serve({
    '/auth/check_username': { status: true, message: '' },
    '/auth/login': { status: 'code_needed', message: 'Enter the code.', challenge: 'half' },
    '/auth/login/code': code,
    '/site': {},
  });
  const pages = [
    { path: '/login', element: <LoginForm target="/dashboard" /> },
    { path: '/dashboard', element: <p>The dashboard</p> },
    { path: '/second_factor', element: <p>Set it up</p> },
  ];
  const page = openPage(underToasts(Toasts, pages), '/login');
  await page.user.type(await screen.findByLabelText('Username'), 'efua');
  await page.user.type(screen.getByLabelText('Password'), 'Kente$8Road');
  await page.user.click(screen.getByLabelText('Trust This Device'));
  await page.user.click(screen.getByRole('button', { name: 'Login' }));
  const field = await screen.findByLabelText('Code');
  const send = async (text: string) => {
    await page.user.type(screen.getByLabelText(/Code$/), text);
    await page.user.click(screen.getByRole('button', { name: 'Login' }));
  };
  return { ...page, ...served, field, send };
};

it('asks for the code after the password, and sends it with the challenge and the choice to trust the device', async () => {
  const { calls, field, send } = await open(() => Response.json(ANSWER));
  expect(field).toHaveFocus();
  expect(currentSession(), 'a challenge is no session').toBeNull();
  await send(' 123 456 ');
  expect(await screen.findByText('The dashboard')).toBeVisible();
  expect(calls.at(-1)).toMatchObject({ body: { challenge: 'half', code: '123 456', persist: true } });
});

it('a wrong code is told in a line, and another can be given', async () => {
  const { field, send } = await open(() => refusal(401, 'This code is wrong.', { code: 'wrong_credentials' }));
  await send('000000');
  expect(await screen.findByText('This code is wrong.')).toHaveFocus();
  expect(field).toHaveValue('');
});

it.each(['session_ended', 'account_blocked'])('%s leads back to the password, with the reason', async (code) => {
  const { send } = await open(() => refusal(401, 'Please begin anew.', { code }));
  await send('000000');
  expect(await screen.findByText('Please begin anew.')).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

it('takes a recovery code instead', async () => {
  const { calls, user, send } = await open(() => Response.json({ ...ANSWER, needs_second_factor: true }));
  await user.click(screen.getByRole('button', { name: 'My phone is not at hand' }));
  expect(screen.getByLabelText('Recovery Code')).toHaveFocus();
  await send('K7QX9-M2P4T');
  expect(await screen.findByText('Set it up')).toBeVisible();
  expect(calls.at(-1)?.body.code).toBe('K7QX9-M2P4T');
});
