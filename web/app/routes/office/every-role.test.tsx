// @vitest-environment happy-dom
import {
  defaultRights,
  ENDPOINTS,
  holds,
  isOfficeRole,
  MENU_SIDE_LABELS,
  type MenuGroup,
  menuItems,
  menusOf,
  OFFICE_PAGES,
  type OfficePage as OfficePageOf,
  type OfficeRole,
  officePage,
  permissionsOf,
  STAFF_ROLES,
  type StaffRights,
} from '@banbo/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '~/lib/session/session-store.ts';
import { openPage } from '../../../test/dom/open-page.tsx';
import { serveNothing } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import Elsewhere, { clientMiddleware as elsewhereMiddleware } from '../elsewhere.tsx';
import { MOVED_PAGES } from '../elsewhere-paths.ts';
import OfficeLayout, { clientMiddleware } from './layout.tsx';
import OfficePage from './page.tsx';
import OfficeProviders from './providers.tsx';

beforeEach(() => localStorage.setItem('banbo.sessions', 'staff'));

const Empty = () => <></>;

const GUARDED = {
  middleware: clientMiddleware as NonNullable<RouteObject['middleware']>,
  element: <OfficeLayout />,
};

/** The office as this role opens it, where no call is answered. */
const open = (role: OfficeRole | StaffRights, path: string) => {
  signInAs(role);
  const calls = serveNothing();
  const pages = Object.keys(OFFICE_PAGES).map((id) => ({ id, path: id, element: <OfficePage /> }));
  const office = { ...GUARDED, children: pages };
  const elsewhere = ['unauthorized', 'login', 'logout', ''].map((path) => ({
    path: `/${path}`,
    element: <p>{path}</p>,
  }));
  const later = { path: '*', middleware: elsewhereMiddleware as RouteObject['middleware'], element: <Elsewhere /> };
  const opened = openPage(
    [{ element: <OfficeProviders />, HydrateFallback: Empty, children: [office] }, ...elsewhere, later],
    path,
  );
  const isAt = (address: string) => waitFor(() => expect(opened.router.state.location.pathname).toBe(address));
  return { ...opened, calls, isAt };
};

/** True when the contract lets the person make this call. */
const mayCall = (person: StaffRights, { method, path }: { method: string; path: string }): boolean => {
  const endpoint = ENDPOINTS.find(
    (one) => one.method === method && new RegExp(`^${one.url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  if (!endpoint) throw new Error(`The contract has no ${method} ${path}`);
  const { access } = endpoint;
  if (access === 'member' || access === 'tenant') return false;
  return access === 'public' || access === 'signed-in' || holds(person, access);
};

const linkedItems = (menus: readonly MenuGroup[]) => menuItems(menus).filter(({ path }) => path !== '/logout');

const ROLES = [...STAFF_ROLES, 'Auditor'] as const;
const pathsOf = (role: OfficeRole): string[] => linkedItems(menusOf(defaultRights(role))).map(({ path }) => path);

/** Roles that try all pages: every one in `npm test -- deep`, else the two that may least. */
const OPENING = process.env.DEEP
  ? ROLES
  : [...ROLES].sort((one, other) => pathsOf(one).length - pathsOf(other).length).slice(0, 2);

test.each(OPENING)('%s may open items of the menu, which ask for what they may have', async (role) => {
  const { router, calls } = open(role, '/dashboard');
  await screen.findByRole('navigation', { name: 'Office' });
  for (const path of pathsOf(role)) {
    await router.navigate(path);
    // By the document: looking for roles in the whole office takes seconds.
    await waitFor(() => expect(document.querySelector('nav a[aria-current="page"]')?.getAttribute('href')).toBe(path));
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toMatch(/\S/));
    expect(document.body.textContent).not.toMatch(/Unauthorized|Something went wrong/);
  }
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((call) => !mayCall(defaultRights(role), call))).toEqual([]);
});

test('the menu has its items, and leads to the way out', async () => {
  const { router, user } = open('SuperAdmin', '/dashboard');
  await screen.findByRole('navigation', { name: 'Office' });
  const link = (path: string) => document.querySelector(`nav a[href="${path}"]`)?.textContent;
  const menu = menusOf(defaultRights('SuperAdmin'));
  for (const side of ['drivers', 'land'] as const) {
    await user.click(screen.getByRole('button', { name: MENU_SIDE_LABELS[side] }));
    const closed = document.querySelectorAll<HTMLElement>('nav h2 button[aria-expanded="false"]');
    for (const group of closed) await user.click(group);
    const shown = menu.filter((group) => group.side === null || group.side === side);
    for (const { label, path } of linkedItems(shown)) expect(link(path)).toContain(label);
  }
  await user.click(screen.getByRole('link', { name: 'Logout' }));
  expect(router.state.location.pathname).toBe('/logout');
});

test.each(Object.entries(MOVED_PAGES))('%s of an older menu leads to %s', async (from, to) => {
  const needs = officePage(to.slice(1))?.needs ?? 'staff';
  for (const role of STAFF_ROLES) {
    await open(role, from).isAt(needs === 'staff' || holds(defaultRights(role), needs) ? to : '/unauthorized');
    cleanup();
  }
});

const closedTo = (role: OfficeRole): string[] =>
  Object.entries<OfficePageOf>(OFFICE_PAGES)
    .filter(([, { needs }]) => (needs === 'staff' ? !isOfficeRole(role) : !holds(defaultRights(role), needs)))
    // It leads an auditor elsewhere.
    .filter(([path]) => path !== 'dashboard')
    .map(([path]) => `/${path.replace(':id', '2')}`);

test.each(OPENING.filter((role) => closedTo(role).length > 0))(
  '%s is led from every page beyond their rights to /unauthorized',
  async (role) => {
    for (const path of closedTo(role)) await open(role, path).isAt('/unauthorized');
  },
);

test('signing in leads an auditor, who has no dashboard, to the chart of accounts', () =>
  open('Auditor', '/dashboard').isAt('/ledger_accounts'));

/** An address without a route, opened by a role. */
const openElsewhere = (role: OfficeRole, path: string) => {
  signInAs(role);
  serveNothing();
  const elsewhere = { path: '*', middleware: elsewhereMiddleware as RouteObject['middleware'], element: <Elsewhere /> };
  const unauthorized = { path: '/unauthorized', element: <p>unauthorized</p> };
  return openPage([{ HydrateFallback: Empty, children: [elsewhere, unauthorized] }], path);
};

/** A cashier: takes money, finds drivers, and decides nothing. */
const CASHIER: StaffRights = {
  role: 'Operations',
  permissions: permissionsOf('Operations', { 'drivers.search': true, 'payments.receive': true, 'payments.read': true }),
};

test('a role that was given other permissions has the menus and pages of these', async () => {
  const { router, calls, isAt } = open(CASHIER, '/dashboard');
  const paths = linkedItems(menusOf(CASHIER)).map(({ path }) => path);
  expect(paths).toContain('/receive_payments');
  for (const path of paths) {
    await router.navigate(path);
    await isAt(path);
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toMatch(/\S/));
  }
  expect(calls.filter((call) => !mayCall(CASHIER, call))).toEqual([]);
  await router.navigate('/payment_clearance');
  await isAt('/unauthorized');
});

test('an address without a page says so to staff in the office', async () => {
  openElsewhere('Legal', '/no_such_page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('a second address of a screen opens it too', async () => {
  for (const [path, heading] of [
    ['/admin/dashboard', /^Land Dashboard/],
    ['/admin_users', 'System Users'],
    ['/roles', 'System Roles'],
  ] as const) {
    open('SuperAdmin', path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});

test('a page of no menu marks the list that it is of', async () => {
  for (const [path, list] of [
    ['/view_payment/DRV0000017', '/payment_transactions'],
    ['/statement_import/2', '/statement_import'],
    ['/approvals/2', '/approvals'],
  ] as const) {
    open('SystemAdmin', path);
    await waitFor(() => expect(document.querySelector('nav a[aria-current="true"]')?.getAttribute('href')).toBe(list));
    cleanup();
  }
});

test('a stranger is led to sign in, with the page and its filter to come back to', async () => {
  localStorage.clear();
  setSession(null);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('A stranger has no session to ask for.')));
  const pages = [{ id: 'system_users', path: 'system_users', element: <OfficePage /> }];
  const office = { ...GUARDED, children: pages };
  const { router } = openPage(
    [
      { HydrateFallback: Empty, children: [office] },
      { path: '/login', element: <Empty /> },
    ],
    '/system_users?user_role=Legal',
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe('/system_users?user_role=Legal');
});
