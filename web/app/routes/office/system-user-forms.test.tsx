// @vitest-environment happy-dom
import type { User } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('add_system_user', 'edit_system_user/:id');

const USER = {
  id: '5',
  username: 'akosua',
  fullname: 'Akosua Sarpong',
  first_name: 'Akosua',
  middle_name: '',
  last_name: 'Sarpong',
  email: 'akosua@example.com',
  mobile_number: '',
  user_role: 'Legal',
} as User;

const open = (address: string) => {
  signInAs('SystemAdmin');
  const served = serve({
    '/users/5': ({ body }) =>
      Response.json(
        'last_name' in body
          ? { status: true, message: 'The details are saved.', user: { ...USER, last_name: 'Mensah' } }
          : USER,
      ),
  });
  const pages = [
    'add_system_user',
    'edit_system_user/:id',
    { path: '/view_system_user/:id', element: <p>The user</p> },
    { path: '/system_users', element: <p>All users</p> },
  ];
  return { ...openOfficePage(pages, address), ...served };
};

const answer = async (user: ReturnType<typeof open>['user'], name: string): Promise<void> => {
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('a new user that is half typed is not lost without a question', async () => {
  const { user } = open('/add_system_user');
  await user.type(await screen.findByLabelText(/First Name/), 'Kwame');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Cancel');
  expect(screen.getByLabelText(/First Name/)).toHaveValue('Kwame');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Leave');
  expect(await screen.findByText('All users')).toBeVisible();
});

test('changed details ask before they are left, and open the user unasked once they are saved', async () => {
  const { user } = open('/edit_system_user/5');
  const name = await screen.findByLabelText(/Last Name/);
  await user.clear(name);
  await user.type(name, 'Mensah');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Cancel');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('The user')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
