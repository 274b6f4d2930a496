// @vitest-environment happy-dom
import { defaultRights, type OfficeMatches } from '@banbo/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setSession } from '~/lib/session/session-store.ts';
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
  drivers: { rows: [DRIVER], has_more: false, near: [] },
  payments: { rows: [PAYMENT], has_more: true },
  receipts: null,
  money: null,
  tenants: null,
  plots: null,
  cases: null,
};
const NOTHING: OfficeMatches = {
  drivers: { rows: [], has_more: false, near: [] },
  payments: null,
  receipts: null,
  money: null,
  tenants: null,
  plots: null,
  cases: null,
};

function Screen() {
  return (
    <>
      <OfficeSearch person={defaultRights('SuperUser')} findsRecords />
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
  const elsewhere = [
    '/view_driver/:id',
    '/view_payment/:code',
    '/arrears',
    '/statement_import',
    '/receipts',
    '/add_payment_list',
    '/global_drivers',
  ].map((path) => ({ path, element: <p>There</p> }));
  const page = openOfficePage([{ path: '/', element: <Screen /> }, ...elsewhere], '/');
  const box = () => screen.getByRole('combobox', { name: 'Search the office' });
  return { ...page, ...served, box };
};

test('/ goes to the box from anywhere but a field; Escape closes the results, and then goes back to where it was', async () => {
  const { user, box } = open(NOTHING);
  screen.getByRole('link', { name: 'Before' }).focus();
  await user.keyboard('/');
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('');
  await user.keyboard('zz');
  expect(await screen.findByText(/^No match for/)).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/^No match for/)).toBeNull();
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
  expect(await screen.findByText(/^No match for/)).toBeVisible();
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
  await screen.findByText(/^No match for/);
  expect(calls).toHaveLength(1);
});

test('where nothing is found it says what to try', async () => {
  const { user } = open(NOTHING);
  await user.keyboard('/agbekko');
  const words = "No match for 'agbekko'. Try a plate, a phone number or part of a name.";
  expect(await screen.findByText(words)).toBeVisible();
});

test('who is only near stands under Similar, after all else', async () => {
  const { user } = open({ ...FOUND, drivers: { rows: [], has_more: false, near: [DRIVER] } });
  await user.keyboard('/owsu');
  const similar = await screen.findByRole('group', { name: 'Similar' });
  expect(within(similar).getByRole('option', { name: /^Ama Owusu/ })).toBeVisible();
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  expect(groups).toEqual(['Payments', 'Similar']);
});

test('Ctrl K opens it from a field too, and it finds pages and actions that the person may use', async () => {
  const { user, router } = open(NOTHING);
  await user.click(screen.getByLabelText('Note'));
  await user.keyboard('{Control>}k{/Control}import st');
  expect(await screen.findByRole('option', { name: /^Import statement/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /^Import drivers/ })).toBeNull();
  await screen.findByText('Pages and actions: 2');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/statement_import'));
  cleanup();
  const other = open(NOTHING);
  await other.user.keyboard('/add us');
  expect(await screen.findByText(/^No match for/)).toBeVisible();
});

test('copying prices to the next year is an action, and leads to the form with that year', async () => {
  const { user, router } = open(NOTHING);
  await user.keyboard('/copy pri');
  expect(await screen.findByRole('option', { name: /^Copy prices to the next year/ })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/add_payment_list'));
  expect(router.state.location.search).toBe('?year=next');
});

test('a list is saved from the box, and offered again so, apart from its page', async () => {
  const { user, router } = open(NOTHING);
  await user.keyboard('/export dri');
  expect(await screen.findByRole('option', { name: /^Save the drivers as an Excel file/ })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/global_drivers'));
  expect(router.state.location.state).toEqual({ work: 'save' });
  cleanup();
  const page = open(NOTHING);
  await page.user.keyboard('/global{Enter}');
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/global_drivers'));
  expect(page.router.state.location.state).toBeNull();
  cleanup();
  const again = open(NOTHING);
  await again.user.keyboard('/{ArrowDown}{Enter}');
  await waitFor(() => expect(again.router.state.location.state).toEqual({ work: 'save' }));
});

test('an empty box offers what was opened last, and what the person does most', async () => {
  const { user, router } = open(FOUND);
  await user.keyboard('/');
  expect(screen.getByRole('group', { name: 'Actions' })).toHaveTextContent('Receive payment');
  await user.keyboard('ama{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/view_driver/12'));
  cleanup();
  const again = open(FOUND);
  await again.user.keyboard('/');
  expect(screen.getAllByRole('group')[0]).toHaveAccessibleName('Recent');
  await again.user.keyboard('{Enter}');
  await waitFor(() => expect(again.router.state.location.pathname).toBe('/view_driver/12'));
  setSession(null);
  expect(sessionStorage.length).toBe(0);
});

test('receipts and money received are found beside payments', async () => {
  const receipt = {
    id: '557',
    paid_on: '2026-11-05',
    payer_name: 'AMA OWUSU',
    amount: '200.00',
    status: 'issued',
  } as const;
  const money = {
    ...{ id: '590', received_on: '2026-11-05', transaction_id: '87425701133', payer_name: 'AMA OWUSU' },
    ...{ reference: 'AS 1180-19', amount: '200.00' },
  };
  const one = <Row,>(row: Row) => ({ rows: [row], has_more: false });
  const { user, router } = open({ ...NOTHING, receipts: one(receipt), money: one(money) });
  await user.keyboard('/R000557');
  expect(await screen.findByRole('option', { name: /87425701133.*Ama Owusu/ })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Receipts' })).toHaveTextContent(/R000557.*200\.00/);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?search=R000557'));
});

test('a person who may search no records finds their pages, and nothing is asked', async () => {
  const served = serve({});
  const element = <OfficeSearch person={defaultRights('Legal')} findsRecords={false} />;
  const { user } = openOfficePage([{ path: '/', element }], '/');
  await user.keyboard('/roles');
  expect(await screen.findByRole('option', { name: /^System Roles/ })).toBeVisible();
  expect(served.calls).toEqual([]);
});

test('who works with land finds tenants and plots, and the box says so', async () => {
  signInAs('Legal');
  const tenant = { id: '31', tenant_code: 'TNT-000031-5', fullname: 'GRACE ODONKOR', contact_number: '+233241180000' };
  const plot = { id: '9', zone: 'Nungua Zone 3', block: 'B', plot_number: '147', state: 'held' } as const;
  serve({
    '/office_search': {
      ...{ drivers: null, payments: null, receipts: null, money: null },
      tenants: { rows: [{ ...tenant, zones: 'Nungua Zone 3', indentures: 'IN 22/1987' }], has_more: false },
      plots: { rows: [{ ...plot, tenant_name: 'GRACE ODONKOR' }], has_more: false },
      cases: null,
    } satisfies OfficeMatches,
  });
  const element = <OfficeSearch person={defaultRights('Legal')} findsRecords />;
  const { user, router } = openOfficePage(
    [
      { path: '/', element },
      { path: '/plots/:id', element: <p>There</p> },
    ],
    '/',
  );
  expect(screen.getByRole('combobox')).toHaveAttribute('placeholder', 'Find a tenant, a plot');
  await user.keyboard('/grace');
  expect(await screen.findByRole('option', { name: /^Grace Odonkor TNT-000031-5 024 118 0000/ })).toBeVisible();
  await user.click(screen.getByRole('option', { name: /^Plot 147, Block B, Nungua Zone 3 Held Grace Odonkor/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/plots/9'));
});
