// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { AskForSignIn } from './ask-for-sign-in.tsx';

it('sends the number whole, however it was typed, and shows the answer', async () => {
  const { calls } = serve({ '/activation_requests': { status: true, message: 'We look at it.' }, '/site': {} });
  const { user } = openPage([{ path: '/ask_sign_in', element: <AskForSignIn /> }], '/ask_sign_in');
  await user.type(await screen.findByLabelText(/^Tenant code/), 'TNT-004417-V');
  await user.type(screen.getByLabelText(/^Name/), 'Ama Mensah');
  await user.type(screen.getByLabelText(/^Mobile number/), '024 123 4567');
  await user.tab();
  expect(screen.getByLabelText(/^Mobile number/)).toHaveValue('24 123 4567');
  await user.click(screen.getByRole('button', { name: 'Ask for a sign-in' }));
  expect(await screen.findByText('We look at it.')).toHaveFocus();
  expect(calls.filter(({ path }) => path === '/activation_requests').map(({ body }) => body)).toEqual([
    { tenant_code: 'TNT-004417-V', indenture_number: '', name: 'AMA MENSAH', mobile_number: '+233241234567' },
  ]);
});
