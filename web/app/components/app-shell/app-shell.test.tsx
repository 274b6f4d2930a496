// @vitest-environment happy-dom
import { defaultRights, type Menu, menusOf } from '@banbo/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentSession } from '~/lib/session/session-store.ts';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { AppShell } from './app-shell.tsx';
import { NOT_BUILT } from './sidebar.tsx';

beforeEach(() => localStorage.clear());

const [menu] = menusOf(defaultRights('SuperUser')).filter(({ key }) => key === 'drivers') as [Menu];

function Framed({ counts = {} }: { counts?: Record<string, number> }) {
  const session = currentSession();
  if (!session) return null;
  const none = { onSide: () => {}, onIntent: () => {}, userLinks: [], search: null };
  return (
    <AppShell session={session} menus={[menu]} menu={menu} counts={counts} {...none}>
      <h1>Page</h1>
    </AppShell>
  );
}

const open = (path = '/global_drivers', counts?: Record<string, number>) => {
  signInAs('SuperUser');
  const children = [{ path: '*', element: <Framed {...(counts && { counts })} /> }];
  return openPage([{ element: <OfficeProviders />, children }], path);
};

const heading = (name: string) => screen.getByRole('button', { name });

test('groups with a built page are open at first, others are closed, and what a person opens and closes is remembered', async () => {
  const { user } = open();
  expect(heading('Payments')).toHaveAttribute('aria-expanded', 'true');
  expect(heading('Ledger')).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('link', { name: `Expenditure (${NOT_BUILT})` })).toBeNull();
  await user.click(heading('Ledger'));
  await user.click(heading('Payments'));
  expect(screen.getByRole('link', { name: `Expenditure (${NOT_BUILT})` })).toHaveAttribute('href', '/expenditure');
  cleanup();
  open();
  expect(heading('Ledger')).toHaveAttribute('aria-expanded', 'true');
  expect(heading('Payments')).toHaveAttribute('aria-expanded', 'false');
});

test('the group of the page that is shown is open, however it was left, and stays so', async () => {
  localStorage.setItem('banbo.menu-groups', JSON.stringify({ 'drivers/Registration': false, odd: 7 }));
  const { user } = open('/global_drivers');
  await user.click(heading('Registration'));
  expect(screen.getByRole('link', { name: 'Global Drivers' })).toHaveAttribute('aria-current', 'page');
  expect(heading('Registration')).toHaveAttribute('aria-disabled', 'true');
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
  open('/dashboard', { '/payment_clearance': 1047, '/receive_payments': 0 });
  const nav = within(screen.getByRole('navigation', { name: 'Office' }));
  expect(nav.getByRole('link', { name: 'Payment Clearance (1,047 waiting)' })).toHaveTextContent('999+');
  expect(nav.getByRole('link', { name: 'Receive Payments' })).toHaveTextContent(/^Receive Payments$/);
});

test('? lists the keys, but types a question mark into a field', async () => {
  const { user } = open();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys of the office' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.getByText(/^Version 2023\.001 · Banbo /)).toBeVisible();
});
