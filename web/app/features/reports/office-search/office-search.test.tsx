// @vitest-environment happy-dom
import type { OfficeMatches } from '@banbo/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { hold, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { OfficeSearch } from './office-search.tsx';

const names = { first_name: 'Ama', middle_name: '', last_name: 'Owusu' };
const DRIVER = {
  ...names,
  id: '12',
  driver_code: 'DRV000012K',
  car_number: 'AS 1180-19',
  mobile_number: '+233241180000',
  photo: null,
  registered_at: '2026-11-02T10:00:00.000Z',
  removed_at: null,
};
const PAYMENT = {
  id: '77',
  driver_id: '12',
  driver_code: 'DRV000012K',
  car_number: 'AS 1180-19',
  mobile_number: '+233241180000',
  payment_type: 'RF',
  payment_year: null,
  payment_month: null,
  transaction_date: '2026-11-05',
  date_of: 'claim',
  transaction_id: '87425701133',
  mode: 'momo',
  amount_paid: '200.00',
  status: 'submitted',
  status_reason: null,
  is_credit: false,
  drivers: { first_name: 'Ama', last_name: 'Owusu', is_removed: false },
} as const;
const FOUND: OfficeMatches = {
  drivers: { rows: [DRIVER], has_more: false },
  payments: { rows: [PAYMENT], has_more: true },
};
const NOTHING: OfficeMatches = { drivers: { rows: [], has_more: false }, payments: null };

function Screen() {
  return (
    <>
      <OfficeSearch />
      <label>
        Note <input />
      </label>
      <a href="#before">Before</a>
    </>
  );
}

const open = (answer: Parameters<typeof serve>[0][string]) => {
  signInAs('SuperUser');
  const served = serve({ '/office_search': answer });
  const elsewhere = ['/view_driver/:id', '/view_payment/:code'].map((path) => ({ path, element: <p>There</p> }));
  const page = openOfficePage([{ path: '/', element: <Screen /> }, ...elsewhere], '/');
  const box = () => screen.getByRole('combobox', { name: 'Find in the office' });
  return { ...page, ...served, box };
};

test('/ goes to the box from anywhere but a field; Escape closes the results, and then goes back to where it was', async () => {
  const { user, box } = open(NOTHING);
  screen.getByRole('link', { name: 'Before' }).focus();
  await user.keyboard('/');
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('');
  await user.keyboard('zz');
  expect(await screen.findByText(/^Nothing begins like that/)).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/^Nothing begins like that/)).toBeNull();
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('zz');
  await user.keyboard('{Escape}');
  expect(box()).toHaveValue('');
  expect(screen.getByRole('link', { name: 'Before' })).toHaveFocus();
  await user.type(screen.getByLabelText('Note'), 'a/b');
  expect(screen.getByLabelText('Note')).toHaveValue('a/b');
});

test('results stand by their kind, and the arrows and Enter open one', async () => {
  const { user, box, router } = open(FOUND);
  await user.keyboard('/as 11');
  expect(await screen.findByRole('option', { name: /Ama Owusu.*AS 1180-19/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('group', { name: 'Payments' })).toHaveTextContent(/87425701133.*200\.00/);
  expect(screen.getByRole('status')).toHaveTextContent('Drivers: 1, Payments: 1 and more');
  await user.keyboard('{ArrowDown}');
  expect(box()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /87425701133/ }).id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/view_payment/DRV000012K'));
  expect(router.state.location.search).toBe('?payment=77');
});

test('Enter before the answer opens its first result once it is there', async () => {
  const answer = hold();
  const { user, router } = open(answer.answer);
  await user.keyboard('/as 1180{Enter}');
  answer.give(Response.json(FOUND));
  await waitFor(() => expect(router.state.location.pathname).toBe('/view_driver/12'));
});

test('it says that too little is typed, that nothing is found, and that it failed, with a way to try again', async () => {
  const { user, box, answers, calls } = open(NOTHING);
  await user.keyboard('/a');
  expect(screen.getByText('Type at least 2 letters or digits.')).toBeVisible();
  expect(calls).toEqual([]);
  await user.keyboard('m');
  expect(await screen.findByText(/^Nothing begins like that/)).toBeVisible();
  answers['/office_search'] = () => refusal(500, 'Something went wrong.');
  await user.type(box(), 'a');
  expect(await screen.findByText(/Something went wrong\./)).toBeVisible();
  answers['/office_search'] = FOUND;
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('option', { name: /^Ama Owusu/ })).toBeVisible();
});

test('a text is asked for once its typing pauses, and once', async () => {
  const { user, calls } = open(NOTHING);
  await user.keyboard('/ama owusu');
  await screen.findByText(/^Nothing begins like that/);
  expect(calls).toHaveLength(1);
});
