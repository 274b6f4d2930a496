// @vitest-environment happy-dom
import { DEFAULT_PERMISSIONS, type RoleRecord, type StaffRole } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '~/lib/api/query-client.ts';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('system_roles/:id');

const recordOf = (role: StaffRole, more: Partial<RoleRecord> = {}): RoleRecord => ({
  user_role: role,
  rank: 4000,
  permissions: [...DEFAULT_PERMISSIONS[role]],
  default_permissions: [...DEFAULT_PERMISSIONS[role]],
  changeable: DEFAULT_PERMISSIONS.SuperAdmin.filter((permission) => permission !== 'dashboard.read'),
  waiting: null,
  assignable: true,
  ...more,
});

const PATH = '/roles/Accounts/permissions';

const open = (record: RoleRecord, address = `/system_roles/${record.user_role}`) => {
  queryClient.clear();
  signInAs('SuperAdmin');
  const served = serve({ '/roles/get_roles': [record], [PATH]: { status: true, message: 'It is changed.' } });
  const page = openOfficePage(['system_roles/:id', { path: '/elsewhere', element: <p>Elsewhere</p> }], address);
  const calls = () => served.calls.filter(({ path }) => path === PATH);
  return { ...served, ...page, calls };
};

const domain = async (name: string) => within(await screen.findByRole('group', { name }));

test('permissions stand under their domains, and those that are not of the default say so', async () => {
  open(recordOf('Accounts', { permissions: ['dashboard.read', 'payments.read', 'roles.read', 'outbox.read'] }));
  const payments = await domain('Payments');
  expect(payments.getByRole('switch', { name: 'See' })).toBeChecked();
  expect(payments.getByRole('switch', { name: /^Receive/ })).not.toBeChecked();
  expect((await domain('Messages')).getByText(/^Granted; not in the default/)).toBeVisible();
  expect((await domain('System users')).getByText('Withdrawn; the default has it')).toBeVisible();
});

test('what is switched by keyboard is sent with the reason, once it is confirmed', async () => {
  const { user, calls } = open(recordOf('Accounts'));
  const permission = (await domain('Payments')).getByRole('switch', { name: /^Clear/ });
  expect(screen.queryByRole('status')).toBeNull();
  permission.focus();
  await user.keyboard(' ');
  await user.click((await domain('System users')).getByRole('switch', { name: 'See' }));
  expect(screen.getByText(/^To change: Payments: clear.*; System users: see\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change the role' }));
  const question = within(await screen.findByRole('dialog', { name: 'Change what Accounts may do?' }));
  expect(question.getByText(/^Payments: clear.*\(waits for a second person\)$/)).toBeVisible();
  expect(calls()).toEqual([]);
  await user.type(question.getByLabelText(/Reason/), 'Accounts decide from now on.');
  await user.click(question.getByRole('button', { name: 'Change' }));
  await screen.findByText('It is changed.');
  expect(calls().map(({ body }) => body)).toEqual([
    { granted: ['payments.clear'], withdrawn: ['users.read'], reason: 'Accounts decide from now on.' },
  ]);
});

test('what was chosen survives a refusal, and is not left without a question', async () => {
  const { user, answers, router } = open(recordOf('Accounts'));
  answers[PATH] = () => refusal(409, 'A change of the role Accounts waits for approval already.');
  const permission = (await domain('Payments')).getByRole('switch', { name: /^Clear/ });
  await user.click(permission);
  await user.click(screen.getByRole('button', { name: 'Change the role' }));
  const question = within(await screen.findByRole('dialog'));
  await user.type(question.getByLabelText(/Reason/), 'Accounts decide from now on.');
  await user.click(question.getByRole('button', { name: 'Change' }));
  await screen.findAllByText(/waits for approval already/);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(permission).toBeChecked();
  void router.navigate('/elsewhere');
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeInTheDocument();
});

test('seeing approvals comes with what needs two people, and is not switched off', async () => {
  open(recordOf('Accounts', { permissions: ['dashboard.read', 'payments.clear', 'approvals.read'] }));
  const approvals = await domain('Approvals');
  expect(approvals.getByRole('switch')).toBeChecked();
  expect(approvals.getByRole('switch')).toBeDisabled();
  expect(approvals.getByText('Comes with permissions that need two people')).toBeVisible();
});

test('what waits for approval is said, and leads to it', async () => {
  open(recordOf('Accounts', { waiting: { approval_id: '12', granted: ['payments.clear'], withdrawn: [] } }));
  const payments = await domain('Payments');
  expect(payments.getByText(/^Waits for approval to be granted/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/approvals/12');
});

test('whoever may change nothing sees what a role may do, and no button', async () => {
  open(recordOf('SuperAdmin', { changeable: [] }));
  expect(await screen.findByText('SuperAdmin may do everything. Nobody changes that.')).toBeVisible();
  for (const one of screen.getAllByRole('switch')) expect(one).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Change the role' })).toBeNull();
});

test('a role that is not there leads to all roles', async () => {
  open(recordOf('Accounts'), '/system_roles/Nobody');
  expect(await screen.findByRole('heading', { name: 'There is no such role.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all roles' })).toHaveAttribute('href', '/system_roles');
});
