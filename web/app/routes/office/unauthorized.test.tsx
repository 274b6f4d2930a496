// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/dom/open-page.tsx';
import { serveNothing } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import OfficeProviders from './providers.tsx';
import Unauthorized, { clientMiddleware as findSession } from './unauthorized.tsx';

const middlewareOf = (guards: unknown) => guards as NonNullable<RouteObject['middleware']>;
const Empty = () => <></>;

const open = () =>
  openPage(
    [
      {
        element: <OfficeProviders />,
        HydrateFallback: Empty,
        children: [{ path: '/unauthorized', element: <Unauthorized />, middleware: middlewareOf(findSession) }],
      },
    ],
    '/unauthorized',
  );

const asStaff = () => {
  localStorage.setItem('banbo.sessions', 'staff');
  signInAs('Legal');
  return serveNothing();
};

test('staff are told within the office that a page is not for them', async () => {
  asStaff();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Unauthorized User' })).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Office' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Contact the system admin' })).toHaveAttribute('href', '/contact');
  expect(screen.getByRole('link', { name: 'Go to the office' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('link', { name: 'Sign in as somebody else' })).toHaveAttribute('href', '/admin/login');
});

test('others are told so without the office around it', async () => {
  serveNothing();
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Unauthorized User' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Office' })).toBeNull();
});
