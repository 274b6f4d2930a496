// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../../test/dom/open-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import SetPassword from './set-password.tsx';

const LINK = '/set_password?user=superadmin&Super&&Admin&';
const PASSWORD = 'Kente$8Road';

const open = (answer: Parameters<typeof serve>[0][string] = { message: 'Done.' }) => {
  const served = serve({ '/auth/set_admin_password': answer });
  const pages = [
    { path: '/set_password', element: <SetPassword /> },
    { path: '/login', element: <p>User Login</p> },
  ];
  const opened = openPage(pages, `${LINK}#code=first`);
  const submit = async () => {
    for (const label of ['Password', 'Confirm Password']) {
      await opened.user.click(await screen.findByLabelText(label));
      await opened.user.paste(PASSWORD);
    }
    await opened.user.click(screen.getByRole('button', { name: 'Submit' }));
  };
  const codes = () => served.calls.map(({ body }) => body.setup_code);
  return { ...opened, submit, codes };
};

test('a second setup link in one tab starts anew, with its own code', async () => {
  const { router, submit, codes } = open();
  await submit();
  expect(await screen.findByRole('dialog', { name: 'Your password is set' })).toBeVisible();
  await router.navigate(`${LINK}#code=second`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await submit();
  expect(await screen.findByRole('dialog', { name: 'Your password is set' })).toBeVisible();
  expect(codes()).toEqual(['first', 'second']);
});

test('a link that was used already says so, and sets nothing', async () => {
  const { submit } = open(() => refusal(401, 'This setup code is not valid any more.'));
  await submit();
  await waitFor(() => expect(screen.getByText('This setup code is not valid any more.')).toHaveFocus());
  expect(screen.queryByRole('dialog')).toBeNull();
});
