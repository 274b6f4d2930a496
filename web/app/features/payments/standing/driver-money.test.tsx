// @vitest-environment happy-dom
import type { DriverStanding } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { DriverMoney } from './driver-money.tsx';

const month = (payment_month: string) => ({
  payment_type: 'SS',
  description: 'MONTHLY SUBSCRIPTION',
  payment_year: 2026,
  payment_month,
});

const STANDING: DriverStanding = {
  paid: '900.00',
  waiting: '300.00',
  credit: '350.00',
  owed: '1450.00',
  due_total: '1800.00',
  due: [
    { ...month('NOVEMBER'), amount: '300.00', paid: '300.00', missing: '0.00', waiting: '300.00', payable: true },
    {
      payment_type: 'DP',
      description: 'DEVICE PAYMENT',
      payment_year: null,
      payment_month: null,
      amount: '1500.00',
      paid: '50.00',
      missing: '1450.00',
      waiting: '0.00',
      payable: false,
    },
  ],
  covered: [
    { ...month('OCTOBER'), covered_by: 'credit', waived: '0.00', credit_use_id: '5' },
    { ...month('SEPTEMBER'), covered_by: 'payment', waived: '0.00', credit_use_id: null },
  ],
  brought_until: null,
  next_due: { ...month('DECEMBER'), amount: '300.00' },
  covered_until: null,
  unpriced_years: [],
  waiver_approval_id: null,
};

const open = (answers: Record<string, Answer>, role: 'SuperUser' | 'SystemAdmin' = 'SuperUser') => {
  signInAs(role);
  return { ...serve(answers), ...openOfficePage([{ path: '/', element: <DriverMoney id="7" /> }], '/') };
};

test('staff see what is paid for, what is due, which of it credit pays, and what comes next', async () => {
  open({ '/drivers/7/standing': STANDING });
  expect(await screen.findAllByText('GHS 350.00'), 'the figure, and taken off the debts').toHaveLength(2);
  expect(screen.getAllByText('GHS 1,450.00'), 'the figure, and below the debts').toHaveLength(2);
  expect(screen.getByText('Next due: Monthly subscription, Dec 2026, GHS 300.00.')).toBeVisible();
  expect(screen.getByText('GHS 300.00 waits to be cleared')).toBeVisible();
  expect(screen.getByText('GHS 50.00 paid, GHS 1,450.00 missing')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /from credit/ })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^Return/ })).toHaveLength(1);
});

test('a fee is paid from credit after a question, which tells of the claim that waits for it', async () => {
  const { user, calls } = open({
    '/drivers/7/standing': STANDING,
    '/drivers/7/credit_uses': () =>
      Response.json(
        { status: true, message: 'GHS 300.00 of the credit paid this fee.', credit_use_id: '6' },
        { status: 201 },
      ),
  });
  await user.click(await screen.findByRole('button', { name: 'Pay MONTHLY SUBSCRIPTION, November 2026 from credit' }));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent('A claim of GHS 300.00 waits for the same fee');
  await user.click(within(question).getByRole('button', { name: 'Pay from credit' }));
  expect(await screen.findByText('GHS 300.00 of the credit paid this fee.')).toBeInTheDocument();
  const [sent] = calls.filter(({ path }) => path === '/drivers/7/credit_uses');
  expect(sent?.body).toEqual({ payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/drivers/7/standing').length).toBeGreaterThanOrEqual(2),
  );
});

test('credit is returned with a reason, and a refusal is said', async () => {
  const { user, calls } = open({
    '/drivers/7/standing': STANDING,
    '/drivers/7/credit_uses/5': () => refusal(409, 'The use of credit SS October 2026 was already returned.'),
  });
  await user.click(
    await screen.findByRole('button', { name: 'Return the credit for MONTHLY SUBSCRIPTION, October 2026' }),
  );
  const question = await screen.findByRole('dialog');
  const give = () => user.click(within(question).getByRole('button', { name: 'Return' }));
  await give();
  expect(await within(question).findByText('Please give the reason in a few words.')).toBeVisible();
  await user.type(within(question).getByLabelText(/Reason/), 'The wrong month');
  await give();
  expect(await screen.findByText('The use of credit SS October 2026 was already returned.')).toBeInTheDocument();
  expect(calls.filter(({ path }) => path === '/drivers/7/credit_uses/5')).toHaveLength(1);
});

test('years without prices are named, and nothing is said to be settled', async () => {
  open({ '/drivers/7/standing': { ...STANDING, due: [], covered: [], next_due: null, unpriced_years: [2027] } });
  expect(await screen.findByText('There is no price for 2027 yet, so its fees are not counted.')).toBeVisible();
  expect(screen.getByText('Nothing else is due.')).toBeVisible();
  expect(screen.getByText('Nothing is paid for yet.')).toBeVisible();
  expect(screen.queryByText('Nothing is due.')).toBeNull();
});

test('of an imported driver the page says how far the list had them paid', async () => {
  open({ '/drivers/7/standing': { ...STANDING, due: [], covered: [], brought_until: '2026-12' } });
  expect(await screen.findByText('Paid until December 2026 (before joining).')).toBeVisible();
  expect(screen.queryByText('Nothing is paid for yet.')).toBeNull();
});

const WAIVER = { status: true, message: 'This waits for approval by somebody else: GHS 1,450.00 of BD000007.' };

test('what is missing of a fee is waived after a question that says what it gives up, with a reason', async () => {
  const { user, calls } = open(
    {
      '/drivers/7/standing': STANDING,
      '/drivers/7/waivers': () => Response.json({ ...WAIVER, approval_id: '9' }, { status: 201 }),
    },
    'SystemAdmin',
  );
  // The first fee is paid from credit, so nothing of it is missing.
  await user.click(await screen.findByRole('button', { name: /^Waive what is missing/ }));
  const question = await screen.findByRole('dialog', { name: 'Waive GHS 1,450.00 of DEVICE PAYMENT?' });
  expect(question).toHaveTextContent('the GHS 50.00 that is held pays the rest');
  const send = () => user.click(within(question).getByRole('button', { name: 'Ask for the waiver' }));
  await send();
  expect(await within(question).findByText('Please say in a few words why it is waived or written off.')).toBeVisible();
  await user.type(within(question).getByLabelText(/Reason/), 'The device was broken');
  await send();
  expect(await screen.findByText(WAIVER.message)).toBeInTheDocument();
  const [sent] = calls.filter(({ path }) => path === '/drivers/7/waivers');
  expect(sent?.body).toEqual({ kind: 'waiver', fees: [{ payment_type: 'DP' }], reason: 'The device was broken' });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

test('debts are chosen before they are written off, and a refusal keeps what was typed', async () => {
  const { user, calls } = open(
    {
      '/drivers/7/standing': STANDING,
      '/drivers/7/waivers': () => refusal(409, 'Of DEVICE PAYMENT nothing is missing by now.'),
    },
    'SystemAdmin',
  );
  await user.click(await screen.findByRole('button', { name: 'Write off…' }));
  const question = await screen.findByRole('dialog', { name: 'Write off debts?' });
  await user.type(within(question).getByLabelText(/Reason/), 'Cannot be reached');
  const send = () => user.click(within(question).getByRole('button', { name: 'Ask for the write-off' }));
  await send();
  expect(await within(question).findByText('Choose at least one fee.')).toBeVisible();
  await user.click(within(question).getByLabelText('DEVICE PAYMENT: GHS 1,450.00'));
  expect(within(question).getByRole('status')).toHaveTextContent('GHS 1,450.00 is written off.');
  await send();
  expect(await screen.findByText('Of DEVICE PAYMENT nothing is missing by now.')).toBeInTheDocument();
  expect(within(question).getByLabelText(/Reason/)).toHaveValue('Cannot be reached');
  expect(calls.find(({ path }) => path === '/drivers/7/waivers')?.body).toMatchObject({ kind: 'write_off' });
});

test('a waiver that waits is said, and a waived fee is told from a paid one and can be taken back', async () => {
  const waived = { ...month('OCTOBER'), covered_by: 'waived', waived: '200.00', credit_use_id: '5' };
  open({ '/drivers/7/standing': { ...STANDING, covered: [waived], waiver_approval_id: '9' } }, 'SystemAdmin');
  expect(await screen.findByText('GHS 200.00 waived')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the approval' })).toHaveAttribute('href', '/approvals/9');
  expect(screen.queryByRole('button', { name: /^Waive/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Take back the waiver of/ })).toBeVisible();
});

test('somebody who may not give money up is not offered it', async () => {
  open({ '/drivers/7/standing': STANDING });
  expect(await screen.findByText('Total due')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Waive|Write off)/ })).toBeNull();
});
