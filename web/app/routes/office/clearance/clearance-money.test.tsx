// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  DRIVER,
  FEE,
  openClearance,
  panel,
  payerOf,
  RECEIPT,
  record,
  SUBMITTED,
} from '../../../../test/dom/clearance.tsx';
import { holdToday } from '../../../../test/dom/office-page.tsx';
import { STANDING, summary } from '../../../../test/dom/receive-payments.tsx';
import { type Answer, refusal } from '../../../../test/dom/served.ts';

holdToday();

test('two claimants stand side by side, and one can be decided for', async () => {
  const other = { ...DRIVER, id: '4', fullname: 'YAW MENSAH', driver_code: 'DRV000401B', car_number: 'GW 920-21' };
  const times = {
    first_at: '2026-11-19T10:00:00.000Z',
    last_at: '2026-11-19T10:00:00.000Z',
    times: 2,
    claimed_network: null,
    is_settled: false,
  };
  const claimants = [{ id: '5', payer: payerOf(other), ...FEE, amount: '300.00', ...times }];
  const { user, sent } = openClearance('?case=7', { '/clearance/7': record({ reason: 'disputed', claimants }) });
  expect(await screen.findByText(/sent 2 times/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Decide for YAW MENSAH…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('radio', { name: 'The number that paid is the other payer’s.' }));
  await user.click(question.getByRole('button', { name: 'Give the ID' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    decision: 'award',
    attempt_id: '5',
    reason: 'The number that paid is the other payer’s.',
  });
});

test('a claim of the same amount alone stands apart, and is matched by no key', async () => {
  const one = { name: 'AMA OWUSU', car_number: 'AS 1180-19', amount: '150.00', ...FEE };
  const suggestions = [
    { ...one, id: '8', transaction_id: '1', is_named: true },
    { ...one, id: '9', name: 'YAW SAM', transaction_id: '2', is_named: false },
  ];
  openClearance('?case=T9', { '/clearance/T9': record({ id: 'T9', reason: 'no_claim', claim: null, suggestions }) });
  const alike = (await screen.findByText('Claims of the same amount in those days')).parentElement as HTMLElement;
  const match = within(alike).getByRole('button', { name: 'Match with YAW SAM 2' });
  expect(match).not.toHaveAttribute('aria-keyshortcuts');
  expect(screen.getByRole('button', { name: 'Match with AMA OWUSU 1' })).toHaveAttribute('aria-keyshortcuts', 'c');
});

test('money without a claim is matched to one that it may be for, or pays a fee', async () => {
  const suggestions = [
    {
      id: '8',
      name: 'AMA OWUSU',
      car_number: 'AS 1180-19',
      transaction_id: '1',
      amount: '150.00',
      ...FEE,
      is_named: true,
    },
  ];
  const { user, sent } = openClearance('?case=T9', {
    '/clearance/T9': record({ id: 'T9', reason: 'no_claim', claim: null, suggestions }),
    '/drivers/general_search': {
      status: true,
      message: 'Found.',
      driver: [{ ...summary(3), car_number: 'AS 1180-19' }],
    },
    '/drivers/3/standing': { ...STANDING, due: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Match with AMA OWUSU 1' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ path: '/clearance/8', body: { decision: 'clear', transfer_id: '9' } }]),
  );
  await user.click(screen.getByRole('button', { name: 'Pay a driver’s fee…' }));
  const question = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(question.getByLabelText('Find the driver')).toHaveFocus());
  await user.click(question.getByRole('button', { name: 'Clear GHS 150.00' }));
  expect(await question.findByText('Please select payment type')).toBeVisible();
  expect(question.getByText('Find the driver whose fee it pays.')).toBeVisible();
  await user.type(question.getByLabelText('Find the driver'), 'owusu{Enter}');
  expect(await question.findByText('Ama Mensah 3')).toBeVisible();
  await user.selectOptions(question.getByLabelText(/Payment Type/), 'SS');
  await user.selectOptions(await question.findByLabelText(/Payment Month/), 'OCTOBER');
  await user.click(question.getByRole('button', { name: 'Clear GHS 150.00' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const fee = { car_number: 'AS 1180-19', payment_type: 'SS', payment_year: 2026, payment_month: 'OCTOBER' };
  expect(sent()[1]).toEqual({ path: '/transfers/9', body: { decision: 'assign', fee, driver_id: '3' } });
});

test('before money pays a driver’s fee, what they owe and what of that fee is missing is shown', async () => {
  const due = { description: 'MONTHLY SUBSCRIPTION', amount: '300.00', paid: '100.00', missing: '200.00' };
  const { user } = openClearance('?case=T9', {
    '/clearance/T9': record({ id: 'T9', reason: 'no_claim', claim: null }),
    '/drivers/general_search': ({ body }) =>
      body.car_number === 'AS 1180-19'
        ? Response.json({ status: true, message: 'Found.', driver: [{ ...summary(3), car_number: 'AS 1180-19' }] })
        : refusal(404, 'No driver was found.'),
    '/drivers/3/standing': { ...STANDING, due: [{ ...FEE, ...due, waiting: '0.00', payable: false }], owed: '1700.00' },
  });
  await user.click(await screen.findByRole('button', { name: 'Pay a driver’s fee…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.type(question.getByLabelText('Find the driver'), 'AS 1180-19{Enter}');
  expect(await question.findByText(/^Ama Mensah 3 owes GHS 1,700\.00\./)).toBeVisible();
  // The oldest fee that is due is chosen with its driver.
  expect(question.getByLabelText(/Payment Type/)).toHaveValue('SS');
  expect(await question.findByLabelText(/Payment Month/)).toHaveValue('NOVEMBER');
  expect(question.getByText(/Price GHS 300\.00, GHS 100\.00 paid, GHS 200\.00 missing\./)).toHaveTextContent(
    'The money is GHS 50.00 less than is missing.',
  );
  await user.click(question.getByRole('button', { name: 'Another driver' }));
  expect(question.queryByText(/owes GHS/)).toBeNull();
  expect(question.getByLabelText('Find the driver')).toBeVisible();
});

const PRICED = {
  '/payment_list': [2026, 2027].map((year) => ({
    ...{ id: String(year), year, type_code: 'SS', plan: 'platinum', description: 'X' },
    amount: year === 2026 ? '100.00' : '120.00',
  })),
  '/drivers/find_driver_by_car_number': {
    success: true,
    message: 'Found.',
    driver: { ...summary(3), plans: [{ plan: 'platinum', from: '2026-01' }], first_month: '2026-01' },
  },
};
const NEXT = { ...FEE, description: 'MONTHLY SUBSCRIPTION', payment_month: 'DECEMBER' };
const COVERED = { ...NEXT, payment_month: 'NOVEMBER', covered_by: 'payment', waived: '0.00', credit_use_id: null };
/** The case of money whose suggested driver owes nothing, with its question open. */
const openAhead = async (given: Record<string, Answer> = {}) => {
  const opened = openClearance('?case=T9', {
    '/clearance/T9': record({
      ...{ id: 'T9', reason: 'no_claim', claim: null },
      drivers: [{ driver: DRIVER, why: ['number'], owed: '0.00', due: [] }],
    }),
    '/drivers/3/standing': {
      ...{ ...STANDING, owed: '0.00', due: [], covered: [COVERED] },
      next_due: { ...NEXT, amount: '100.00' },
    },
    ...PRICED,
    ...given,
  });
  await opened.user.click(await screen.findByRole('button', { name: 'Pay a driver’s fee…' }));
  return { ...opened, question: within(await screen.findByRole('dialog')) };
};

test('of a driver who owes nothing the first unpaid month is proposed, and any fee has its price beside the money', async () => {
  const { user, question } = await openAhead();
  await waitFor(() => expect(question.getByLabelText(/Payment Type/)).toHaveFocus());
  await waitFor(() => expect(question.getByLabelText(/Payment Month/)).toHaveValue('DECEMBER'));
  const note = question.getByRole('status');
  await waitFor(() =>
    expect(note).toHaveTextContent(
      'Ama Owusu owes GHS 0.00. Price GHS 100.00. The money is GHS 50.00 more than the price; that stays as credit.',
    ),
  );
  await user.selectOptions(question.getByLabelText(/Payment Year/), '2027');
  expect(note).toHaveTextContent('Price GHS 120.00. The money is GHS 30.00 more than the price');
  await user.selectOptions(question.getByLabelText(/Payment Year/), '2028');
  expect(note).toHaveTextContent('No price is set yet: the money is held as credit until there is one.');
  await user.selectOptions(question.getByLabelText(/Payment Year/), '2026');
  await user.selectOptions(question.getByLabelText(/Payment Month/), 'NOVEMBER');
  expect(note).toHaveTextContent('This fee is paid already.');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refused fee is no longer refused once another month is chosen', async () => {
  const paid = 'The monthly subscription for December 2026 of this driver was already paid.';
  const { user, question } = await openAhead({
    '/transfers/9': () => refusal(409, paid, { issues: [{ path: 'body.payment_type', message: paid }] }),
  });
  await waitFor(() => expect(question.getByLabelText(/Payment Month/)).toHaveValue('DECEMBER'));
  await user.click(question.getByRole('button', { name: 'Clear GHS 150.00' }));
  expect(await question.findByText(paid)).toBeVisible();
  await user.selectOptions(question.getByLabelText(/Payment Month/), 'OCTOBER');
  expect(question.queryByText(paid)).toBeNull();
});

test('what a statement doubts is settled before anything else', async () => {
  const money = { ...RECEIPT, statement_amount: '20.00' };
  const { user, sent } = openClearance('?case=T9', {
    '/clearance/T9': record({ id: 'T9', reason: 'statement', claim: null, money }),
  });
  expect(await screen.findByRole('button', { name: 'Keep GHS 150.00…' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay a driver’s fee…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take GHS 20.00…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('radio', { name: 'Looked at the account.' }));
  await user.click(question.getByRole('button', { name: 'Take GHS 20.00' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ decision: 'correct', reason: 'Looked at the account.' });
});

const PAYER = { ...DRIVER, id: '4', fullname: 'YAW MENSAH', driver_code: 'DRV000401B', car_number: 'GW 920-21' };

test('money that names another car says whose it is, and what to do', async () => {
  const money = { ...RECEIPT, amount: '300.00', left: '300.00', reference: 'GW 920-21' };
  const more = { reason: 'other_car', money, named_driver: PAYER } as const;
  const { user, sent } = openClearance('?case=7', { '/clearance/7': record(more) });
  const shown = within(await panel());
  expect(await shown.findByText('Names another car')).toBeVisible();
  expect(shown.getByText('YAW MENSAH (GW 920-21)')).toBeVisible();
  expect(shown.getByText(/^Ask whom the money is for\./)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Clear GHS 300.00' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

const CLAIMANT = {
  id: '5',
  payer: payerOf(PAYER),
  ...FEE,
  amount: '300.00',
  first_at: '2026-11-19T10:00:00.000Z',
  last_at: '2026-11-19T10:00:00.000Z',
  times: 1,
  claimed_network: null,
};

test('a cleared payment that somebody else claims is kept with a reason, or given to them by whoever may reverse', async () => {
  const claim = { ...SUBMITTED, status: 'cleared' } as const;
  const more = { reason: 'reclaimed', claim, claimants: [{ ...CLAIMANT, is_settled: false }] } as const;
  const given = { '/clearance/7': record({ ...more, claimants: [...more.claimants] }) };
  const { user, sent } = openClearance('?case=7', given);
  expect(await screen.findByText(/^Somebody else sent this transaction ID after/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Decide for YAW MENSAH…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep this payment…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('radio', { name: 'The number that paid is the driver’s.' }));
  await user.click(question.getByRole('button', { name: 'Keep it' }));
  await waitFor(() =>
    expect(sent()[0]?.body).toEqual({ decision: 'keep', reason: 'The number that paid is the driver’s.' }),
  );
});

test('giving a cleared ID away says that the payment is reversed', async () => {
  const claim = { ...SUBMITTED, status: 'cleared' } as const;
  const claimants = [{ ...CLAIMANT, is_settled: false }];
  const { user } = openClearance(
    '?case=7',
    { '/clearance/7': record({ reason: 'reclaimed', claim, claimants }) },
    'SystemAdmin',
  );
  await user.click(await screen.findByRole('button', { name: 'Decide for YAW MENSAH…' }));
  const question = within(await screen.findByRole('dialog'));
  await waitFor(() =>
    expect(
      question.getByText(/^The payment of .* is reversed, and the claim of YAW MENSAH takes its place/),
    ).toBeVisible(),
  );
});
