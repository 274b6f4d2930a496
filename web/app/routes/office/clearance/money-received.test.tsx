// @vitest-environment happy-dom
import { defaultRights, type MoneyRecord, type ReceivedMoney, type StaffRole } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DRIVER, done, FEE, heading, payerOf, RECEIPT, toastSays } from '../../../../test/dom/clearance.tsx';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

holdToday();
const PAGES = ['money_received', 'money_received/:id'];
await fetchPages(...PAGES);

const ROW: ReceivedMoney = {
  id: '9',
  received_on: '2026-11-20',
  transaction_id: '87425701133',
  network: null,
  mode: 'momo',
  source: 'capture',
  captured_by: 'y.tetteh',
  captured_at: '2026-11-20T09:05:00.000Z',
  statement_import: null,
  statement_line: null,
  payer_name: 'AMA O',
  reference: '',
  amount: '450.00',
  paid: '300.00',
  paid_for: ['DRV000398K'],
  left: '150.00',
  status: 'open',
  ended_as: null,
  status_reason: null,
  missing_since: null,
};

const PAYMENT: MoneyRecord['payments'][number] = {
  id: '7',
  payer: payerOf(DRIVER),
  ...FEE,
  amount: '300.00',
  status: 'cleared',
  status_reason: null,
  is_credit: false,
};

const RECORD: MoneyRecord = {
  money: { ...RECEIPT, amount: '450.00' },
  posted_amount: '450.00',
  statement_import: '4',
  statement_line: 12,
  ended_as: null,
  hindrance: null,
  payments: [PAYMENT],
  correction: null,
  changes: [],
  history: [
    {
      id: '2',
      at: '2026-11-20T09:06:00.000Z',
      actor: 'the server',
      action: 'payments.clear',
      reason: null,
      facts: [
        { field: 'Price', before: null, after: 'GHS 300.00' },
        { field: 'Set off by', before: null, after: 'a capture by y.tetteh' },
      ],
    },
    {
      id: '1',
      at: '2026-11-20T09:05:00.000Z',
      actor: 'y.tetteh',
      action: 'transfers.correct',
      reason: 'As the statement.',
      facts: [{ field: 'Amount', before: 'GHS 400.00', after: 'GHS 450.00' }],
    },
  ],
};

const rows = (...given: ReceivedMoney[]) =>
  Response.json(given, {
    headers: { 'x-total-count': String(given.length), 'x-total-amount': '450.00', 'x-waiting-amount': '150.00' },
  });

const open = (address: string, given: Record<string, Answer> = {}, role: StaffRole = 'SystemAdmin') => {
  signInAs(role);
  const served = serve({
    '/money_received': () => rows(ROW),
    '/money_received/9': RECORD,
    '/payment_types': [{ id: '1', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly' }],
    ...given,
  });
  const opened = openOfficePage(PAGES, address);
  const sent = () => served.calls.filter(({ body }) => 'decision' in body).map(({ path, body }) => ({ path, body }));
  return { ...opened, ...served, sent };
};

test('the list says of each receipt who recorded it, what it paid and what is left, with the sums', async () => {
  open('/money_received');
  const link = await screen.findByRole('link', { name: '87425701133' });
  expect(link).toHaveAttribute('href', '/money_received/9');
  const row = within(screen.getByRole('row', { name: /87425701133/ }));
  for (const text of ['Captured', 'y.tetteh', 'DRV000398K', 'Open', '150.00'])
    expect(row.getByText(text)).toBeVisible();
  expect(screen.getByRole('row', { name: /TOTAL RECORDED/ })).toHaveTextContent('450.00');
  const left = screen.getByRole('row', { name: /^Left/ });
  expect(left).toHaveTextContent('150.00');
  // The last column: nothing stands behind its sum.
  expect(left.lastElementChild).toHaveTextContent('150.00');
});

test('of money for several drivers the list shows the first one’s code, and how many others there are', async () => {
  const shared = { ...ROW, paid_for: ['DRV000398K', 'DRV000399L', 'DRV000400M'] };
  open('/money_received', { '/money_received': () => rows(shared) });
  const row = within(await screen.findByRole('row', { name: /87425701133/ }));
  expect(row.getByText('DRV000398K +2')).toBeVisible();
});

test('a receipt’s page says where its money went, and leads to its statement and payments', async () => {
  open('/money_received/9');
  await heading('87425701133');
  expect(screen.getByRole('link', { name: 'Statement 4, line 12' })).toHaveAttribute('href', '/statement_import/4');
  expect(screen.getByRole('link', { name: 'Ama Owusu' })).toHaveAttribute('href', '/view_payment/DRV000398K?payment=7');
  expect(await screen.findByText(/for Monthly subscription, Nov 2026,/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'PDF: the receipt of 87425701133' })).toBeVisible();
});

test('a receipt’s page tells each decision in words: by whom, why, on which facts, and by the server itself', async () => {
  open('/money_received/9');
  const history = (await screen.findByRole('heading', { name: 'What was done' })).parentElement as HTMLElement;
  const [cleared, corrected] = within(history)
    .getAllByRole('listitem')
    .map((decision) => decision.textContent);
  expect(cleared).toMatch(/^Cleared a payment The server, 20 Nov 2026, 09:06/);
  expect(cleared).toContain('PriceGHS 300.00');
  expect(cleared).toContain('Set off bya capture by y.tetteh');
  expect(corrected).toContain('As the statement.');
  expect(corrected).toContain('AmountGHS 400.00 → GHS 450.00');
});

test('a payment is reversed beside its receipt, once its cause and reason are given', async () => {
  const { sent, user } = open('/money_received/9', { '/clearance/7': done('Reversed.') });
  await user.click(await screen.findByRole('button', { name: 'Reverse the payment 87425701133' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Reverse' }));
  expect(await dialog.findByText('Please say why the payment is reversed.')).toBeVisible();
  expect(sent()).toEqual([]);
  await user.click(dialog.getByRole('radio', { name: 'Wrong car or fee' }));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'It is his brother’s.');
  await user.click(dialog.getByRole('button', { name: 'Reverse' }));
  await toastSays('Reversed.');
  const body = { decision: 'reverse', cause: 'wrong_car', reason: 'It is his brother’s.' };
  expect(sent()).toEqual([{ path: '/clearance/7', body }]);
});

test('a refused reversal is said, and what was typed stays', async () => {
  const message = 'You captured this money, so somebody else has to decide.';
  const { user } = open('/money_received/9', {
    '/clearance/7': () => Response.json({ status: false, code: 'not_permitted', message }, { status: 403 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Reverse the payment 87425701133' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Money never came' }));
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'No such money.');
  await user.click(dialog.getByRole('button', { name: 'Reverse' }));
  await waitFor(() => expect(document.body).toHaveTextContent(message));
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveValue('No such money.');
});

test('whoever captured the money reads why somebody else reverses its payment', async () => {
  const reversal_hindrance = 'You captured this money, so somebody else has to decide.';
  open('/money_received/9', { '/money_received/9': { ...RECORD, money: { ...RECORD.money, reversal_hindrance } } });
  expect(await screen.findByText(`Reversing it: ${reversal_hindrance}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Reverse the payment/ })).toBeNull();
});

test('nobody without the permission to clear is offered to reverse', async () => {
  const { role, permissions } = defaultRights('Accounts');
  signInAs({ role, permissions: [...permissions, 'payments.reverse'] });
  serve({ '/money_received/9': RECORD, '/payment_types': [] });
  openOfficePage(PAGES, '/money_received/9');
  expect(await heading('87425701133')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Reverse the payment/ })).toBeNull();
});

test('whoever reversed its payment is told that somebody else says whose money it is', async () => {
  const hindrance = 'You reversed this, so somebody else has to decide.';
  open('/money_received/9', { '/money_received/9': { ...RECORD, hindrance, payments: [] } });
  expect(await screen.findByText(hindrance)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Pay a driver/ })).toBeNull();
});

const CHEQUE: MoneyRecord = {
  ...RECORD,
  money: { ...RECEIPT, mode: 'cheque', status: 'pending', left: '0.00', source: 'desk' },
  posted_amount: '0.00',
  payments: [{ ...PAYMENT, status: 'submitted' }],
};

test('a cheque goes by its number and its bank', async () => {
  open('/money_received/9', {
    '/money_received/9': { ...CHEQUE, money: { ...CHEQUE.money, transaction_id: 'CHEQUE123B7D0A1B2C3' } },
    '/banks/get_banks': [{ id: '7', bank: 'ABSA' }],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Cheque 000123, ABSA' })).toBeVisible();
});

test('the person who received a cheque is told that somebody else notes that the bank paid it', async () => {
  const hindrance = 'You received this money, so somebody else has to decide.';
  open('/money_received/9', { '/money_received/9': { ...CHEQUE, hindrance } });
  expect(await screen.findByText(`If the bank paid it: ${hindrance}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Bank paid it…' })).toBeNull();
});

test('of a cheque that waits, somebody notes the day on which the bank paid it', async () => {
  const { sent, user } = open('/money_received/9', {
    '/money_received/9': CHEQUE,
    '/transfers/9': done('The bank paid it.'),
  });
  expect(await screen.findByText('Waits for the bank')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Bank paid it…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText(/Paid by the bank on/)).toHaveValue('20/11/2026');
  await user.click(dialog.getByRole('button', { name: 'Bank paid it' }));
  await toastSays('The bank paid it.');
  expect(sent()).toEqual([{ path: '/transfers/9', body: { decision: 'bank_paid', day: '2026-11-20' } }]);
});

test('a cheque that bounced is noted with a reason', async () => {
  const { sent, user } = open('/money_received/9', {
    '/money_received/9': CHEQUE,
    '/transfers/9': done('It bounced.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Bounced…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Refer to drawer.' }));
  await user.click(dialog.getByRole('button', { name: 'It bounced' }));
  await toastSays('It bounced.');
  expect(sent()).toEqual([{ path: '/transfers/9', body: { decision: 'bounced', reason: 'Refer to drawer.' } }]);
});

test('money that paid nothing is taken out of the books with a reason, by those who may reverse', async () => {
  const { sent, user } = open('/money_received/9', {
    '/money_received/9': { ...RECORD, payments: [] },
    '/transfers/9': done('It never came.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Never came…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'It never came' }));
  expect(sent()).toEqual([]);
  await user.click(dialog.getByRole('radio', { name: 'No statement shows it.' }));
  await user.click(dialog.getByRole('button', { name: 'It never came' }));
  await toastSays('It never came.');
  expect(sent()).toEqual([
    { path: '/transfers/9', body: { decision: 'never_came', reason: 'No statement shows it.' } },
  ]);
});

const REFUNDABLE = { most: '150.00', paid_on: '2026-11-12', days_ago: 8, unsure: '0.00', hindrance: null };

test('money that was set aside is asked back, with what the site promises in sight', async () => {
  const { calls, user } = open('/money_received/9', {
    '/money_received/9': { ...RECORD, money: { ...RECORD.money, status: 'dismissed' }, payments: [] },
    '/refundable': REFUNDABLE,
    '/refunds': done('This waits for approval by somebody else.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Refund the money 87425701133' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText(/Paid to us on 12 Nov 2026, 8 days ago\. Our site promises refunds within 30 days/),
  ).toBeVisible();
  const amount = dialog.getByRole('textbox', { name: /Amount/ });
  expect(amount).toHaveValue('150.00');
  await user.clear(amount);
  await user.type(amount, '50');
  await user.click(dialog.getByRole('button', { name: 'Ask for the refund' }));
  expect(await dialog.findByText('Please give the reason in a few words.')).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: /Pay to/ }));
  await user.type(dialog.getByRole('textbox', { name: /Pay to/ }), '024 123 4567');
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Not ours.');
  await user.click(dialog.getByRole('button', { name: 'Ask for the refund' }));
  await toastSays('This waits for approval by somebody else.');
  const to = { mode: 'momo', paid_to: '024 123 4567', reason: 'Not ours.' };
  expect(calls.find(({ path }) => path === '/refunds')?.body).toEqual({
    from: 'money',
    transfer_id: '9',
    amount: '50.00',
    ...to,
  });
});

test('a refund that cannot be asked for says why, and opens no form', async () => {
  const hindrance = 'All of it was asked for already.';
  const { user } = open('/money_received/9', {
    '/refundable': { most: '0.00', paid_on: null, days_ago: null, unsure: '0.00', hindrance },
  });
  await user.click(await screen.findByRole('button', { name: 'Refund the payment of Ama Owusu' }));
  expect(await screen.findByText(hindrance)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('whoever may not reverse sees the payment and its receipt, without it', async () => {
  open('/money_received/9', {}, 'SuperUser');
  expect(await screen.findByRole('button', { name: 'PDF: the receipt of 87425701133' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Reverse|Refund|Never came/ })).toBeNull();
});
