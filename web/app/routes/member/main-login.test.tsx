// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setSession } from '~/lib/session/session-store.ts';
import { openPage } from '../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import MainLogin from './main-login.tsx';
import TenantLogin from './tenant-login.tsx';

const LOGIN = '/auth/member_login';
const ANSWER = {
  ...{ status: true, message: 'Welcome.', user: '7', access_token: 'token', expires_in: 900 },
  ...{ role: 'Member', permissions: [], fullname: 'AMA MENSAH', email: '', driver_code: 'DRV000001B' },
};

const open = (path: string, answers: Record<string, Answer> = {}) => {
  const { calls } = serve(answers);
  const opened = openPage(
    [
      { path: '/main_login', element: <MainLogin /> },
      { path: '/tenant_login', element: <TenantLogin /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    path,
  );
  const fill = async (entered: Record<string, string>) => {
    for (const [label, text] of Object.entries(entered)) await opened.user.type(screen.getByLabelText(label), text);
  };
  return { ...opened, calls, fill, login: () => opened.user.click(screen.getByRole('button', { name: 'Login' })) };
};
const alert = () => screen.getByRole('alert');

test('nothing is sent with a field empty, and a wrong password shows the server’s message', async () => {
  const message = 'Car number, driver code or password is wrong.';
  const { calls, fill, login } = open('/main_login', {
    [LOGIN]: () => refusal(401, message, { code: 'wrong_credentials' }),
  });
  await fill({ 'Car Number': 'gr 1-20', 'Driver Code': 'DRV000001B' });
  await login();
  await waitFor(() => expect(alert()).toHaveTextContent('Please enter your car number, driver code and password.'));
  expect(alert()).toHaveFocus();
  expect(calls).toEqual([]);
  await fill({ Password: 'Wrong@2026' });
  await login();
  await waitFor(() => expect(alert()).toHaveTextContent(message));
  expect(alert()).toHaveFocus();
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(calls.map(({ body }) => body)).toMatchObject([{ driver_code: 'DRV000001B', password: 'Wrong@2026' }]);
});

test('a member who is signed in already is told so, and goes on from there', async () => {
  localStorage.setItem('banbo.sessions', 'member');
  setSession({
    ...{ kind: 'member', role: 'Member', permissions: [], user: '7', username: 'x', fullname: 'AMA MENSAH', email: '' },
    ...{ driverCode: 'DRV000001B', accessToken: 'token', expiresAt: Number.POSITIVE_INFINITY },
  });
  const { user, router } = open('/main_login');
  expect((await screen.findByText(/^You are signed in as/)).textContent).toBe('You are signed in as AMA MENSAH.');
  expect(screen.queryByLabelText('Car Number')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout');
  await user.click(screen.getByRole('link', { name: 'Go to my page' }));
  expect(router.state.location.pathname).toBe('/member');
});

test.each([
  ['/main_login', LOGIN, { 'Car Number': 'GR 1-20', 'Driver Code': 'DRV000001B' }, '/member'],
  ['/tenant_login', '/auth/main_login', { Username: 'tenant1' }, '/tenant'],
])('a link to %s that asks to return to another site leads to the own page', async (path, url, names, own) => {
  const { router, fill, login } = open(`${path}?from=${encodeURIComponent('//evil.example')}`, { [url]: ANSWER });
  await fill({ ...names, Password: 'Kente$8Road' });
  await login();
  await waitFor(() => expect(router.state.location.pathname).toBe(own));
});

test('Forgot password? asks for the car number first', async () => {
  const { user, calls } = open('/main_login');
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await waitFor(() => expect(alert()).toHaveTextContent('Enter your Car Number'));
  expect(screen.getByLabelText('Car Number')).toHaveFocus();
  expect(calls).toEqual([]);
});
