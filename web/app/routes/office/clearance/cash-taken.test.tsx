// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('cash_by_day', 'own_cash');
holdToday();

const CLERK = {
  ...{ id: '4', clerk: 'ama', count: 2, taken: '400.00', returned_count: 1, returned: '200.00' },
  ...{ cheque_count: 0, cheques: '0.00', net: '200.00' },
};
const MOVEMENT = {
  ...{ id: 'cash-1', kind: 'taken', at: '2026-11-20T09:00:00Z', clerk: 'ama', transfer_id: '590' },
  ...{ transaction_id: 'CASH00000007', payer_name: 'KOFI ADDO', paid_for: ['DRV000002E'], receipts: ['R000535'] },
  ...{ received_on: '2026-11-20', amount: '200.00' },
};

const open = (address: string) => {
  const served = serve({
    '/site': { today: '2026-11-20' },
    '/cash_by_day': listed([CLERK]),
    '/cash_movements': listed([MOVEMENT]),
    '/own_cash': listed([MOVEMENT, { ...MOVEMENT, id: 'cash-2', receipts: ['R000536'], amount: null }]),
  });
  return { ...openOfficePage(['cash_by_day', 'own_cash'], address), ...served };
};
test('a day’s cash stands by clerk, and each figure opens what it adds up', async () => {
  signInAs('SuperUser');
  const { user, calls, router } = open('/cash_by_day?day=2026-11-20');
  const table = within(await screen.findByRole('table', { name: 'Cash by clerk' }));
  expect(await table.findByText('ama')).toBeVisible();
  expect(table.getByRole('link', { name: '400.00: Cash taken of ama' })).toBeVisible();
  await user.click(table.getByRole('link', { name: '200.00: All cash paid out of ama' }));
  await waitFor(() => expect(router.state.location.search).toContain('kind=out'));
  const rows = within(await screen.findByRole('table', { name: 'Cash of ama' }));
  expect(await rows.findByText('R000535')).toBeVisible();
  expect(rows.getByRole('link', { name: /CASH/ })).toHaveAttribute('href', '/money_received/590');
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/cash_movements'));
  await user.click(screen.getByRole('link', { name: 'All clerks' }));
  expect(await screen.findByRole('table', { name: 'Cash by clerk' })).toBeVisible();
});

test('a net of nothing is 0.00, and what went out has the minus sign of clearance', async () => {
  signInAs('SuperUser');
  const even = { ...CLERK, returned: '400.00', net: '0.00' };
  const cheques = { ...even, id: '5', clerk: 'esi', count: 0, taken: '0.00', returned_count: 0, returned: '0.00' };
  const out = { ...CLERK, id: '6', clerk: 'yaw', count: 0, taken: '0.00', returned: '1500.00', net: '-1500.00' };
  serve({
    '/site': { today: '2026-11-20' },
    '/cash_by_day': listed([even, cheques, out]),
    '/cash_movements': listed([{ ...MOVEMENT, kind: 'refunded', amount: '-1500.00' }]),
  });
  const { user } = openOfficePage(['cash_by_day'], '/cash_by_day?day=2026-11-20');
  const table = within(await screen.findByRole('table', { name: 'Cash by clerk' }));
  expect(await table.findByRole('link', { name: '0.00: All cash of ama' })).toBeVisible();
  expect(within(table.getByRole('row', { name: /esi/ })).getByText('0.00')).toBeVisible();
  await user.click(table.getByRole('link', { name: '−1,500.00: All cash of yaw' }));
  const rows = within(await screen.findByRole('table', { name: 'Cash of yaw' }));
  expect(await rows.findByText('−1,500.00')).toBeVisible();
});

test('cash that the reader is still to count has no sum, and the total of all says so', async () => {
  signInAs('SuperUser');
  const own = { ...CLERK, id: '7', clerk: 'kofi', taken: null, returned_count: 0, returned: '0.00', net: null };
  serve({
    '/site': { today: '2026-11-20' },
    '/cash_by_day': listed([CLERK, own]),
    '/cash_movements': listed([{ ...MOVEMENT, clerk: 'kofi', amount: null }]),
  });
  const { user } = openOfficePage(['cash_by_day'], '/cash_by_day?day=2026-11-20');
  const table = within(await screen.findByRole('table', { name: 'Cash by clerk' }));
  expect(await table.findByText('NET CASH, WITHOUT YOURS')).toBeVisible();
  await user.click(table.getByRole('link', { name: 'Not counted yet: All cash of kofi' }));
  const rows = within(await screen.findByRole('table', { name: 'Cash of kofi' }));
  expect(await rows.findAllByText('Not counted yet')).toHaveLength(2);
});

test('cash that counts on another day than its own says of which day it is', async () => {
  signInAs('SuperUser');
  const corrected = { ...MOVEMENT, id: 'cash-2', received_on: '2026-11-18' };
  serve({ '/site': { today: '2026-11-20' }, '/cash_movements': listed([MOVEMENT, corrected]) });
  openOfficePage(['cash_by_day'], '/cash_by_day?day=2026-11-20&clerk=ama');
  const rows = within(await screen.findByRole('table', { name: 'Cash of ama' }));
  expect(await rows.findByText('Cash taken, of 18 Nov 2026')).toBeVisible();
  expect(rows.getByText('Cash taken')).toBeVisible();
});

test('the sheet of the day names it, and has lines to sign on', async () => {
  signInAs('SuperUser');
  open('/cash_by_day?day=2026-11-20');
  expect(await screen.findByText('Day’s cash of all clerks: 20 Nov 2026')).toBeInTheDocument();
  for (const line of ['Counted cash', 'Handed over by', 'Received by'])
    expect(screen.getByText(line)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Print day’s cash' })).toBeVisible();
});

test('a clerk has a page of their own cash, without the way to records that they may not see', async () => {
  signInAs({ role: 'Operations', permissions: ['dashboard.read', 'payments.receive'] });
  const { calls } = open('/own_cash?day=2026-11-20');
  const rows = within(await screen.findByRole('table', { name: 'My cash' }));
  expect(await rows.findByText('R000535')).toBeVisible();
  expect(within(rows.getByRole('row', { name: /R000536/ })).getByText('Not counted yet')).toBeVisible();
  expect(rows.getByRole('row', { name: 'Net cash of these rows Not counted yet' })).toBeVisible();
  expect(rows.queryByRole('link')).toBeNull();
  expect(calls.map(({ path }) => path)).not.toContain('/cash_movements');
});

test('cash that is counted has its net', async () => {
  signInAs('SuperUser');
  serve({ '/site': { today: '2026-11-20' }, '/own_cash': listed([MOVEMENT]) });
  openOfficePage(['own_cash'], '/own_cash?day=2026-11-20');
  expect(await screen.findByRole('row', { name: 'Net cash of these rows 200.00' })).toBeVisible();
});
