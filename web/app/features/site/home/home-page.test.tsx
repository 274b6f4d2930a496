// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { yearPrices } from '~/components/site/site-info.ts';
import { site } from '~/lib/api/known-site.ts';
import { COMPANY } from '../../../../test/builders/company.ts';
import { openPage } from '../../../../test/dom/open-page.tsx';
import Home from './home.tsx';

const open = () => openPage([{ path: '/', element: <Home /> }], '/');

test('the pledge has its three buttons, and Login waits until sign-in is open', () => {
  open();
  expect(screen.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms_conditions');
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/main_registration');
  expect(screen.getByRole('button', { name: 'Login' })).toBeDisabled();
});

test('an open sign-in makes Login a link', () => {
  site.current = { ...COMPANY, member_signin_open: true };
  open();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/main_login');
});

test('the fees are the price list’s, on the cards and on the price image, which can be dragged', () => {
  yearPrices.current = [{ type_code: 'RF', plan: null, amount: '1250.00' }] as typeof yearPrices.current;
  open();
  expect(screen.getByRole('heading', { name: 'Registration fee' }).closest('li')).toHaveTextContent('GHS 1,250.00');
  const board = screen.getByRole('img', { name: /^Price board: Registration fee GHS 1,250\.00/ });
  expect(board).toHaveAttribute('draggable', 'true');
});
