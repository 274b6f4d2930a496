// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { COMPANY } from '../../../test/builders/company.ts';
import { openPage, underToasts } from '../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import Login from './login.tsx';

const KNOWN: Answer = { status: true, message: '' };
const ANSWER = {
  ...{ status: true, message: 'Login successful', user_role: 'Accounts', username: 'efua', fullname: 'Efua Badu' },
  ...{ user: '7', email: '', accessToken: 'a.b.c', login_attempts: 0, account_blocked: false },
};

const open = (answers: Record<string, Answer> = {}, query = '') => {
  const served = serve({
    '/auth/check_username': KNOWN,
    '/auth/login': ANSWER,
    '/site': COMPANY,
    ...answers,
  });
  const pages = [
    { path: '/login', element: <Login /> },
    { path: '/dashboard', element: <p>The dashboard</p> },
  ];
  const opened = openPage(underToasts(Toasts, pages), `/login${query}`);
  const username = () => screen.getByLabelText('Username');
  const password = () => screen.getByLabelText('Password');
  const fill = async (field: HTMLElement, text: string) => {
    await opened.user.click(field);
    await opened.user.paste(text);
  };
  const send = async (name: string, secret: string) => {
    await opened.user.clear(username());
    if (name) await fill(username(), name);
    if (secret) await fill(password(), secret);
    await opened.user.click(screen.getByRole('button', { name: 'Login' }));
  };
  return { ...opened, ...served, username, password, send };
};

test('leaving the username empty says so at once, and typing clears it', async () => {
  const { user, username } = open();
  await waitFor(() => expect(username()).toHaveFocus());
  await user.tab();
  expect(await screen.findByText('Please enter your username address')).toBeVisible();
  await user.type(username(), 'n');
  expect(screen.queryByText('Please enter your username address')).toBeNull();
});

test('an unknown username is told as its field is left, and has the focus again', async () => {
  const { user, username } = open({
    '/auth/check_username': { status: 'not_found', message: 'There is no such user.' },
  });
  await user.type(username(), 'nobody.like.this');
  await user.tab();
  await screen.findByText('There is no such user.');
  await waitFor(() => expect(username()).toHaveFocus());
});

test('a blocked username is told, and cleared', async () => {
  const { user, username } = open({ '/auth/check_username': { status: 'blocked', message: 'You are blocked.' } });
  await user.type(username(), 'efua');
  await user.tab();
  await screen.findByText('You are blocked.');
  await waitFor(() => expect(username()).toHaveValue(''));
});

test.each([
  ['efua', ''],
  ['', 'Kente$8Road'],
])('nothing is sent of %j and %j, and what is missing is named', async (name, secret) => {
  const { calls, send } = open();
  await send(name, secret);
  await waitFor(() => expect(screen.getByText('Missing Username or Password')).toHaveFocus());
  expect(calls.filter(({ path }) => path === '/auth/login')).toEqual([]);
});

test('nothing is sent of two empty fields', async () => {
  const { calls, send } = open();
  await send('', '');
  await screen.findByText('Please enter your username address');
  expect(calls.filter(({ path }) => path.startsWith('/auth/'))).toEqual([]);
});

test('a wrong password is told, focused and cleared alone; typing clears the message', async () => {
  const wrong = () => refusal(401, 'Wrong username or password.', { login_attempts: 1, account_blocked: false });
  const { answers, user, username, password, send } = open({ '/auth/login': wrong });
  await send('efua', 'Wrong@2026');
  const line = await screen.findByText('Wrong Username or Password');
  await waitFor(() => expect(line).toHaveFocus());
  expect(password()).toHaveValue('');
  expect(username()).toHaveValue('efua');
  await user.type(password(), 'K');
  expect(screen.queryByText('Wrong Username or Password')).toBeNull();
  answers['/auth/login'] = ANSWER;
  await send('efua', 'ente$8Road');
  expect(await screen.findByText('The dashboard')).toBeVisible();
});

test('the third wrong password clears the username, too', async () => {
  const wrong = () => refusal(401, 'Wrong username or password.', { login_attempts: 3, account_blocked: true });
  const { username, send } = open({ '/auth/login': wrong });
  await send('efua', 'Wrong@2026');
  await waitFor(() => expect(username()).toHaveValue(''));
});

test('a server with no time is told at the username and at the login, and nothing typed is lost', async () => {
  const busy = (message: string) => () => refusal(429, message);
  const { answers, user, username, password, send } = open({ '/auth/check_username': busy('Try in a minute.') });
  await user.type(username(), 'efua');
  await user.tab();
  expect(await screen.findByText('Login failed')).toBeVisible();
  await screen.findByText('Try in a minute.');
  expect(password()).toHaveFocus();
  answers['/auth/check_username'] = KNOWN;
  answers['/auth/login'] = busy('Not now.');
  await send('efua', 'Kente$8Road');
  await waitFor(() => expect(screen.getByText('Login Failed')).toHaveFocus());
  await screen.findByText('Not now.');
  expect(username()).toHaveValue('efua');
});

test('a link that asks to return to another site leads to the dashboard', async () => {
  const { router, send } = open({}, `?from=${encodeURIComponent('//evil.example')}`);
  await send('efua', 'Kente$8Road');
  expect(await screen.findByText('The dashboard')).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard');
});

test('who forgot their password is told whom to ask', async () => {
  const { user } = open();
  const help = screen.getByText('Forgot your password?').closest('details');
  expect(help).not.toHaveAttribute('open');
  await user.click(screen.getByText('Forgot your password?'));
  expect(help).toHaveAttribute('open');
  expect(help).toHaveTextContent('Ask an administrator whose role is above yours');
});

test('who is signed in already is told so, unless they come to sign in as somebody else', async () => {
  localStorage.setItem('banbo.sessions', 'staff');
  signInAs('Legal');
  const { router, user, username } = open({}, '?from=/profile');
  expect(await screen.findByRole('link', { name: 'Go to the office' })).toHaveAttribute('href', '/profile');
  expect(screen.getByText(/^You are signed in as/)).toHaveTextContent('Legal');
  await user.click(screen.getByRole('button', { name: 'Sign in as somebody else' }));
  await waitFor(() => expect(username()).toHaveFocus());
  await router.navigate('/dashboard');
  await screen.findByText('The dashboard');
  await router.navigate('/login', { state: { wantsForm: true } });
  await waitFor(() => expect(username()).toHaveFocus());
});
