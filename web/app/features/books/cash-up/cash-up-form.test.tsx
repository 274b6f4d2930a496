// @vitest-environment happy-dom
import type { CashUpRow, Denomination } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('cash_up');
holdToday();

const NOTE: Denomination = { id: '1', denomination: 'GHS 200 NOTE', value: '200.00', kind: 'note', is_active: true };
const HANDED_IN: CashUpRow = {
  ...{ id: '4', number: 'C2026-0004', day: '2026-11-20', clerk: 'ama', clerk_name: 'Ama Boateng', status: 'closed' },
  ...{ status_reason: null, expected: '200.00', counted: '200.00', difference: '0.00', counts: 1, is_alone: false },
  ...{ handed_in_at: '2026-11-20T17:00:00.000Z', agreed_by: null, agreed_at: null },
};

const open = (own: readonly CashUpRow[] = []) => {
  signInAs('SuperUser');
  const served = serve({
    '/site': { today: '2026-11-20' },
    '/denominations': [NOTE],
    '/own_cash_ups': listed(own),
    '/cash_ups': () => Response.json({ message: 'C2026-0005 is closed.', id: '5' }, { status: 201 }),
  });
  const sent = () => served.calls.filter(({ path }) => path === '/cash_ups').map(({ body }) => body);
  return { ...openOfficePage(['cash_up', { path: '/cash_up/5', element: <p>The cash-up</p> }], '/cash_up'), sent };
};

const notes = () => screen.findByLabelText('GHS 200 note');
const handIn = () => screen.getByRole('button', { name: 'Hand in' });

test('an empty count is not sent, and says so until something is typed', async () => {
  const { user, sent } = open();
  await notes();
  await user.click(handIn());
  expect(await screen.findByRole('alert')).toHaveTextContent('Count your cash. Type 0 where there is none.');
  await user.type(await notes(), '0');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent()).toEqual([]);
});

test('handing in asks with the day and the sum, and sends nothing until it is confirmed', async () => {
  const { user, sent } = open();
  await user.type(await notes(), '3');
  await user.click(handIn());
  const question = within(await screen.findByRole('dialog', { name: 'Hand in this count?' }));
  expect(question.getByText(/^You counted GHS 600\.00 for 20 Nov 2026\./)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([]);
  await user.click(handIn());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hand in' }));
  await waitFor(() => expect(sent()).toEqual([{ day: '2026-11-20', counts: [{ denomination: '1', pieces: 3 }] }]));
  expect(await screen.findByText('The cash-up')).toBeVisible();
});

test('a day that was handed in has its cash-up in place of the form, and another day has the form', async () => {
  const { user } = open([HANDED_IN]);
  expect(await screen.findByText(/^You have handed in your cash of 20 Nov 2026 already/)).toBeVisible();
  const links = screen.getAllByRole('link', { name: 'C2026-0004' });
  expect(links[0]).toHaveAttribute('href', '/cash_up/4');
  expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull();
  const day = screen.getByRole('textbox', { name: /^Cash of/ });
  await user.clear(day);
  await user.type(day, '19/11/2026');
  await user.tab();
  expect(await notes()).toBeVisible();
});
