// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { currentSession } from '~/lib/session/session-store.ts';
import { openPage, underToasts } from '../../../test/dom/open-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import OfficeLayout from './layout.tsx';
import Logout from './logout.tsx';
import OfficeProviders from './providers.tsx';

const leave = async (answers: Parameters<typeof serve>[0]) => {
  signInAs('SuperUser');
  const { calls } = serve(answers);
  const list = { path: '/subscriptions', element: <Link to="/logout">Leave</Link> };
  const { router, user } = openPage(
    underToasts(Toasts, [
      { element: <OfficeProviders />, children: [{ element: <OfficeLayout />, children: [list] }] },
      { path: '/logout', element: <Logout /> },
      { path: '/login', element: <h1>Sign in</h1> },
    ]),
    '/subscriptions?page=2',
  );
  await user.click(await screen.findByRole('link', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  return { router, calls };
};

test('who signs out comes to a sign-in page that does not lead back to the page left', async () => {
  const { router, calls } = await leave({ '/auth/logout': { status: true, message: 'done' } });
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '' });
  expect(currentSession()).toBeNull();
  expect(calls.filter(({ path }) => path === '/auth/logout')).toHaveLength(1);
});

test('who signs out while the server cannot be reached is signed out here, and told so', async () => {
  const { router } = await leave({ '/auth/logout': () => refusal(503, 'The service is busy.') });
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '' });
  await screen.findByText(/but the server could not be told/);
  expect(currentSession()).toBeNull();
});
