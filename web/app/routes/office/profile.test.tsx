// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('profile');

beforeEach(() => signInAs('Accounts'));

const OWN = {
  id: '7',
  username: 'efua',
  first_name: 'Efua',
  middle_name: '',
  last_name: 'Badu',
  fullname: 'Efua Badu',
  email: 'efua@example.com',
  mobile_number: '',
  user_role: 'Accounts',
  status: 'active',
  locked_until: null,
  second_factor: false,
  created_at: '2026-11-01T10:00:00.000Z',
  last_login_at: null,
};

const SIGN_INS = [
  { id: '2', at: '2026-11-20T10:00:00.000Z', accepted: true, note: 'password and app', address: '10.0.0.1' },
  { id: '1', at: '2026-11-20T09:00:00.000Z', accepted: false, note: 'wrong password', address: '10.0.0.2' },
];

const open = (factor: object) => {
  const served = serve({
    '/auth/profile': OWN,
    '/auth/sessions': [],
    '/auth/sign_ins': SIGN_INS,
    '/auth/second_factor': factor,
  });
  return { ...served, ...openOfficePage(['profile'], '/profile') };
};

const OFF = { since: null, recovery_codes_left: 0, is_required: false };

it('asks for the password once the e-mail is another, and shows a refusal there', async () => {
  const { answers, calls, user } = open(OFF);
  const email = await screen.findByLabelText(/^E-mail/);
  expect(screen.queryByLabelText('Your Password')).toBeNull();
  await user.clear(email);
  await user.type(email, 'new@example.com');
  const issues = [{ path: 'body.password', message: 'The current password is wrong.' }];
  answers['/auth/profile'] = ({ body }) =>
    body.email ? refusal(422, 'The current password is wrong.', { code: 'refused', issues }) : Response.json(OWN);
  await user.type(screen.getByLabelText('Your Password'), 'guess');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.getByLabelText('Your Password')).toHaveAccessibleDescription(/password is wrong/));
  expect(calls.find(({ body }) => body.email)?.body).toMatchObject({ email: 'new@example.com', password: 'guess' });
  expect(email).toHaveValue('new@example.com');
});

it('no two fields of the page share an id', async () => {
  const { user } = open(OFF);
  await user.click(await screen.findByRole('button', { name: 'Set up a second factor' }));
  await user.type(await screen.findByLabelText(/^E-mail/), 'x');
  const ids = [...document.querySelectorAll('input')].map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
});

it('says when few recovery codes are left, and offers no way out where the role needs it', async () => {
  open({ since: '2026-11-01T10:00:00.000Z', recovery_codes_left: 1, is_required: true });
  expect(await screen.findByText('1 recovery code is left.')).toBeVisible();
  expect(screen.getByText('Please make new ones.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Use another phone' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
});

it('lists the last sign-ins, refused ones too', async () => {
  open(OFF);
  expect(await screen.findByText('By password and app, from 10.0.0.1')).toBeVisible();
  const refused = screen.getByText('For a wrong password, from 10.0.0.2').closest('li') as HTMLElement;
  expect(within(refused).getByText('Refused')).toBeVisible();
});
