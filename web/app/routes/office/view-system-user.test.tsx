// @vitest-environment happy-dom
import type { ShownUser, StaffRole } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('view_system_user/:id', 'add_system_user');

const open = (address: string, user_role: StaffRole = 'Legal') => {
  signInAs('SystemAdmin');
  const user: Partial<ShownUser> = {
    ...{ id: '5', username: 'akosua', fullname: 'Akosua Sarpong', email: '', mobile_number: '', user_role },
    ...{ status: 'active', locked_until: null, last_login_at: null, created_at: '2026-09-10T10:00:00.000Z' },
    second_factor: false,
    is_confirmed: true,
  };
  serve({ '/users/5': user, '/users/9': () => refusal(404, 'There is no such user.') });
  return openOfficePage(['view_system_user/:id', 'add_system_user'], address);
};

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('a user of a lower rank can be changed, blocked and deleted', async () => {
  open('/view_system_user/5');
  await screen.findByRole('heading', { level: 1, name: 'Akosua Sarpong' });
  expect(buttons()).toEqual(['Change role', 'Block', 'New password by invitation', 'Delete']);
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/edit_system_user/5');
});

test.each(['SystemAdmin', 'SuperAdmin'] as const)('a SystemAdmin is offered no act on a %s', async (role) => {
  open('/view_system_user/5', role);
  await screen.findByRole('heading', { level: 1, name: 'Akosua Sarpong' });
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('a new user is given a rank below one’s own', async () => {
  open('/add_system_user');
  const roles = [...(await screen.findByLabelText<HTMLSelectElement>(/^Role/)).options].map(({ text }) => text);
  expect(roles).toEqual(['Choose the role', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser']);
});

test('a user who is not there leads to all users', async () => {
  open('/view_system_user/9');
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such user.');
  expect(screen.getByRole('link', { name: 'See all users' })).toHaveAttribute('href', '/system_users');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
