// @vitest-environment happy-dom
import { defaultRights, menusOf } from '@banbo/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { currentSession } from '~/lib/session/session-store.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { AppShell } from './app-shell.tsx';
import { KeysHelp } from './keys-help.tsx';

const groups = menusOf(defaultRights('SuperUser'));

type FramedProps = { page: string; menu?: typeof groups; counts?: Record<string, number> };

function Framed({ page, menu = groups, counts = {} }: FramedProps) {
  const session = currentSession();
  if (!session) return null;
  const none = { onIntent: () => {}, userLinks: [], search: null };
  return (
    <AppShell session={session} groups={menu} page={page} counts={counts} {...none}>
      <h1>Page</h1>
    </AppShell>
  );
}

const open = (
  path = '/global_drivers',
  { counts, page = path }: { counts?: Record<string, number>; page?: string } = {},
) => {
  signInAs('SuperUser');
  const children = [{ path: '*', element: <Framed page={page} {...(counts && { counts })} /> }];
  return openPage([{ element: <OfficeProviders />, children }], path);
};

const heading = (name: string) => screen.getByRole('button', { name });

test('groups of daily work are open at first, that of the system is closed, and a person’s choice is remembered', async () => {
  signInAs('SystemAdmin');
  const children = [
    { path: '*', element: <Framed page="/global_drivers" menu={menusOf(defaultRights('SystemAdmin'))} /> },
  ];
  const show = () => openPage([{ element: <OfficeProviders />, children }], '/global_drivers');
  const { user } = show();
  expect(heading('Payments')).toHaveAttribute('aria-expanded', 'true');
  expect(heading('System')).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('link', { name: 'Audit Log' })).toBeNull();
  await user.click(heading('System'));
  await user.click(heading('Payments'));
  expect(screen.getByRole('link', { name: 'Audit Log' })).toHaveAttribute('href', '/audit_log');
  cleanup();
  show();
  expect(heading('System')).toHaveAttribute('aria-expanded', 'true');
  expect(heading('Payments')).toHaveAttribute('aria-expanded', 'false');
});

test('the menu shows the side of the page, or the one that the person looks at from there', async () => {
  const { user } = open('/global_drivers');
  const pressed = () => screen.getByRole('button', { pressed: true });
  expect(pressed()).toHaveTextContent('Drivers');
  await user.click(heading('Land'));
  expect(screen.queryByRole('link', { name: 'Global Drivers' })).toBeNull();
  cleanup();
  open('/global_drivers');
  expect(pressed()).toHaveTextContent('Land');
  cleanup();
  open('/dashboard');
  expect(pressed()).toHaveTextContent('Land');
  cleanup();
  open('/driver_updates');
  expect(pressed()).toHaveTextContent('Drivers');
});

test('the group of the page that is shown is open, however it was left, and stays so', async () => {
  localStorage.setItem('banbo.menu-groups', JSON.stringify({ Registration: false, odd: 7 }));
  const { user } = open('/global_drivers');
  await user.click(heading('Registration'));
  expect(screen.getByRole('link', { name: 'Global Drivers' })).toHaveAttribute('aria-current', 'page');
  expect(heading('Registration')).toHaveAttribute('aria-disabled', 'true');
});

test('a record’s page marks the list that it is of', () => {
  open('/view_driver/7', { page: '/global_drivers' });
  expect(screen.getByRole('link', { name: 'Global Drivers' })).toHaveAttribute('aria-current', 'true');
});

test('the dashboard is marked in the menu under both of its addresses', () => {
  for (const path of ['/dashboard', '/admin/dashboard']) {
    open(path);
    expect(screen.getByRole('link', { current: 'page' }), path).toHaveTextContent('Dashboard');
    cleanup();
  }
});

test('the menu folds to its icons, keeps its names for screen readers, and stays folded on this device', async () => {
  const { user } = open();
  const fold = () => screen.getByRole('button', { name: 'Names of the menu' });
  expect(fold()).toHaveAttribute('aria-expanded', 'true');
  await user.click(fold());
  expect(fold()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByRole('link', { name: 'Global Drivers' })).toBeInTheDocument();
  cleanup();
  localStorage.setItem('banbo.menu-groups', 'not JSON');
  open();
  expect(fold()).toHaveAttribute('aria-expanded', 'false');
  await user.click(fold());
  expect(localStorage.getItem('banbo.menu-folded')).toBe('false');
});

test('an item says how many records wait behind it, and nothing where none do', () => {
  open('/dashboard', { counts: { '/payment_clearance': 1047, '/receive_payments': 0 } });
  const nav = within(screen.getByRole('navigation', { name: 'Office' }));
  expect(nav.getByRole('link', { name: 'Payment Clearance (1,047 waiting)' })).toHaveTextContent('999+');
  expect(nav.getByRole('link', { name: 'Receive Payments' })).toHaveTextContent(/^Receive Payments$/);
});

test('? lists the keys, but types a question mark into a field', async () => {
  const { user } = open();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keys of the office' });
  await waitFor(() => expect(help).toBeVisible());
  await user.keyboard('{Escape}');
  expect(screen.getByText(/^Version 2023\.001 · Banbo /)).toBeVisible();
});

function PageWithKeys() {
  usePageKey(['c'], () => true, 'Clear the payment');
  return <h1>Page</h1>;
}

test('? lists the keys of the open page with their words before those of every page, and only while it is open', async () => {
  const page = (element: ReactElement) => [{ element: <OfficeProviders />, children: [{ path: '*', element }] }];
  const { user } = openPage(page(<KeysAround page={<PageWithKeys />} />), '/');
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keys of the office' });
  await waitFor(() => expect(within(help).getByText('Clear the payment')).toBeVisible());
  await user.keyboard('{Escape}');
  cleanup();
  openPage(page(<KeysAround page={<h1>Other</h1>} />), '/');
  await user.keyboard('?');
  const other = await screen.findByRole('dialog', { name: 'Keys of the office' });
  expect(within(other).queryByText('Clear the payment')).toBeNull();
  await waitFor(() => expect(within(other).getByText('These keys')).toBeVisible());
});

const KeysAround = ({ page }: { page: ReactElement }) => (
  <>
    {page}
    <KeysHelp hasSearch />
  </>
);
