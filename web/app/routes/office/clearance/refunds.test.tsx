// @vitest-environment happy-dom
import type { RefundRecord, StaffRole } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, heading, toastSays } from '../../../../test/dom/clearance.tsx';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

holdToday();
const PAGES = ['refunds', 'refunds/:id'];
await fetchPages(...PAGES);

const REFUND: RefundRecord = {
  id: '4',
  side: 'drivers',
  source: 'payment',
  driver_code: 'DRV000398K',
  fullname: 'AMA OWUSU',
  receipt_id: null,
  payment_id: '7',
  transfer_id: '9',
  transaction_id: '87425701133',
  amount: '200.00',
  mode: 'momo',
  paid_to: '024 123 4567',
  reason: 'Paid twice.',
  status: 'approved',
  status_reason: null,
  asked_by: 'Kwabena Osei',
  asked_at: '2026-11-19T09:05:00.000Z',
  approved_by: 'Akosua Boateng',
  approved_at: '2026-11-19T10:05:00.000Z',
  is_alone: false,
  reference: null,
  paid_on: null,
  owed_at: null,
  settled_at: null,
  recovered_from: null,
  written_off: null,
  ended_by: null,
  ended_at: null,
  approval_id: null,
  payout_hindrance: null,
  still_owed: '0.00',
};

const open = (address: string, given: Record<string, Answer> = {}, role: StaffRole = 'SystemAdmin') => {
  signInAs(role);
  const served = serve({
    '/refunds': () => Response.json([REFUND], { headers: { 'x-total-count': '1' } }),
    '/refunds/figures': [{ status: 'approved', count: 1, amount: '200.00' }],
    '/refunds/4': REFUND,
    ...given,
  });
  return { ...openOfficePage(PAGES, address), ...served };
};

test('the list says what is given back to whom, with the sums of each state', async () => {
  open('/refunds');
  expect(await screen.findByRole('link', { name: 'Payment 87425701133' })).toHaveAttribute('href', '/refunds/4');
  const figures = await screen.findByRole('list', { name: 'Refunds by state' });
  expect(figures).toHaveTextContent('To be paid: GHS 200.00 (1)');
});

test('an approved refund is paid to whom it was approved, with a reference', async () => {
  const { calls, user } = open('/refunds/4', {
    '/refunds/4': ({ body }) => Response.json('change' in body ? done('Noted.') : REFUND),
  });
  await heading('Refund of GHS 200.00');
  expect(screen.getByRole('link', { name: 'Payment 87425701133' })).toHaveAttribute(
    'href',
    '/view_payment/DRV000398K?payment=7',
  );
  await user.click(screen.getByRole('button', { name: 'It was paid…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'It was paid' }));
  expect(await dialog.findByText('Please enter the reference of the payout.')).toBeVisible();
  expect(dialog.getByText(/Pay it by MoMo to/)).toHaveTextContent('Pay it by MoMo to 024 123 4567, as it was approved');
  await user.type(dialog.getByLabelText(/Reference/), '87425740001');
  await user.click(dialog.getByRole('button', { name: 'It was paid' }));
  await toastSays('Noted.');
  const body = { change: 'pay', reference: '87425740001', paid_on: '2026-11-20' };
  expect(calls.find(({ body: sent }) => 'change' in sent)?.body).toEqual(body);
});

test('cash is paid without a reference', async () => {
  const { user } = open('/refunds/4', { '/refunds/4': { ...REFUND, mode: 'cash' } });
  await heading('Refund of GHS 200.00');
  await user.click(screen.getByRole('button', { name: 'It was paid…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('textbox', { name: /Reference/ })).toBeNull();
});

test('whoever asked for a refund reads why somebody else pays it', async () => {
  const payout_hindrance = 'You asked for this, so somebody else has to decide.';
  open('/refunds/4', { '/refunds/4': { ...REFUND, payout_hindrance } });
  expect(await screen.findByText(`To be paid: ${payout_hindrance}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'It was paid…' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw…' })).toBeVisible();
});

test('a refund that waits leads to its approval, and nobody pays it', async () => {
  open('/refunds/4', {
    '/refunds/4': { ...REFUND, status: 'asked', approved_at: null, approved_by: null, approval_id: '12' },
  });
  expect(await screen.findByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/approvals/12');
  expect(screen.queryByRole('button', { name: /It was paid|Withdraw/ })).toBeNull();
});

const OWED = { status: 'paid', owed_at: '2026-11-22T09:00:00Z', settled_at: null } as const;

test('what its payer owes back is settled with money or given up', async () => {
  const payer = { driver_code: null, fullname: null, source: 'money', transfer_id: '8', still_owed: '200.00' } as const;
  open('/refunds/4', { '/refunds/4': { ...REFUND, ...OWED, ...payer } });
  expect(await screen.findByText('Paid, owed back')).toBeVisible();
  expect(screen.getByRole('button', { name: 'It was paid back to us…' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Write off…' })).toBeVisible();
});

test.each([
  ['150.00', /^The driver owes this/],
  ['0.00', 'What was owed has been paid.'],
])('of a driver’s refund it is said that %s is still owed', async (still_owed, note) => {
  open('/refunds/4', { '/refunds/4': { ...REFUND, ...OWED, still_owed } });
  expect(await screen.findByText('Paid, driver charged')).toBeVisible();
  expect(screen.getByText(`GHS ${still_owed}`)).toBeVisible();
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Write off…' })).toHaveLength(still_owed === '0.00' ? 0 : 1);
});

test('whoever may not refund reads a refund without its buttons', async () => {
  open('/refunds/4', {}, 'Accounts');
  await heading('Refund of GHS 200.00');
  expect(screen.queryByRole('button', { name: /It was paid|Withdraw/ })).toBeNull();
});
