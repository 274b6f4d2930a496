// @vitest-environment happy-dom
import type { CaseRecord, ClearanceCase } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Toasts from '~/components/toasts.tsx';
import { queryClient } from '~/lib/query-client.ts';
import { setSession } from '~/lib/session-store.ts';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';
import OfficeProviders from '../providers.tsx';
import PaymentClearance from './payment-clearance.tsx';

const CLAIM: ClearanceCase = {
  id: '7',
  kind: 'claim',
  reason: 'differs',
  since: '2026-11-16T10:00:00.000Z',
  name: 'AMA OWUSU',
  driver_code: 'DRV000398K',
  car_number: 'AS 1180-19',
  payment_type: 'SS',
  payment_year: 2026,
  payment_month: 'NOVEMBER',
  amount: '300.00',
  transaction_id: '87425701133',
  money_amount: '150.00',
  money_mode: 'momo',
  source: 'capture',
};
const MONEY: ClearanceCase = {
  ...CLAIM,
  id: 'T9',
  kind: 'transfer',
  reason: 'no_claim',
  since: '2026-11-20T08:00:00.000Z',
  name: 'EFUA SENDER',
  driver_code: null,
  payment_type: null,
  payment_year: null,
  payment_month: null,
  transaction_id: '87425601920',
};

const DRIVER = {
  id: '3',
  driver_code: 'DRV000398K',
  fullname: 'AMA OWUSU',
  car_number: 'AS 1180-19',
  mobile_number: '+233240001180',
  is_removed: false,
};
const FEE = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
const RECEIPT = {
  id: '9',
  mode: 'momo',
  transaction_id: '87425701133',
  amount: '150.00',
  left: '150.00',
  received_on: '2026-11-20',
  payer_name: 'AMA O',
  payer_number: '+233240001180',
  reference: 'AS 1180-19',
  source: 'capture',
  captured_by: 'y.tetteh',
  captured_at: '2026-11-20T09:05:00.000Z',
  statement_amount: null,
  difference_accepted: false,
  status: 'open',
  status_reason: null,
  is_own: false,
} as const satisfies CaseRecord['money'];
const SUBMITTED = {
  id: '7',
  driver: DRIVER,
  ...FEE,
  amount: '300.00',
  amount_due: '300.00',
  claimed_amount: null,
  transaction_id: '87425701133',
  claimed_at: '2026-11-16T10:00:00.000Z',
  status: 'submitted',
  status_reason: null,
  is_credit: false,
  has_no_id: false,
  is_paid: false,
} as const satisfies CaseRecord['claim'];
const RECORD: CaseRecord = {
  id: '7',
  reason: 'differs',
  claim: SUBMITTED,
  money: RECEIPT,
  claimants: [],
  payments: [],
  suggestions: [],
  history: [],
};

const FIGURES = {
  all: { count: 2, amount: '600.00' },
  reasons: [
    { reason: 'differs', count: 1, amount: '300.00' },
    { reason: 'no_claim', count: 1, amount: '300.00' },
  ],
  is_cut: false,
};

const rows =
  (...cases: ClearanceCase[]) =>
  () =>
    Response.json(cases, { headers: { 'x-total-count': String(cases.length) } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
  queryClient.clear();
});
afterEach(() => {
  toast.remove();
  vi.useRealTimers();
});

const open = (query = '', given: Record<string, Answer> = {}, role: 'SuperUser' | 'SystemAdmin' = 'SuperUser') => {
  const names = { username: 'adwoa', fullname: 'Adwoa', email: '', driverCode: '' };
  setSession({ ...names, kind: 'staff', role, user: '1', accessToken: 't', expiresAt: Number.POSITIVE_INFINITY });
  const served = serve({
    '/clearance': rows(CLAIM, MONEY),
    '/clearance/figures': FIGURES,
    '/clearance/7': RECORD,
    '/payment_types': [{ id: '1', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', period: 'monthly' }],
    ...given,
  });
  const page = (
    <>
      <Toasts />
      <PaymentClearance />
    </>
  );
  const opened = openPage(
    [{ element: <OfficeProviders />, children: [{ path: '/payment_clearance', element: page }] }],
    `/payment_clearance${query}`,
  );
  const sent = () => served.calls.filter(({ body }) => 'decision' in body).map(({ path, body }) => ({ path, body }));
  return { ...opened, ...served, sent };
};

const record = (more: Partial<CaseRecord>): CaseRecord => ({ ...RECORD, ...more });
const panel = () => screen.findByRole('complementary', { name: 'The chosen case' });
const heading = (name: string) => screen.findByRole('heading', { name });
const toastSays = (text: string) => waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent(text));
const done = (message: string): Answer => ({ status: true, message });

test('the list says how long a case waits and why, and chips count and filter', async () => {
  const { user, router } = open();
  expect(await screen.findByText('Amount differs: MoMo got 150.00')).toBeVisible();
  expect(screen.getByText('4 d')).toBeVisible();
  expect(screen.getByText('2 h')).toBeVisible();
  expect(screen.getByRole('button', { name: '2 waiting', pressed: true })).toBeVisible();
  expect(screen.getByText('600.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '1 amount differs' }));
  await waitFor(() => expect(router.state.location.search).toBe('?reason=differs'));
  expect(screen.queryByRole('button', { name: /that are ready/ })).toBeNull();
});

test('j and k go through the rows, Enter opens a case beside the list, Esc closes it and leads back', async () => {
  const { user, router } = open();
  await screen.findByRole('link', { name: 'AMA OWUSU' });
  await user.keyboard('jjk');
  expect(screen.getByRole('link', { name: 'AMA OWUSU' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await heading('AMA OWUSU · AS 1180-19')).toHaveFocus();
  expect(router.state.location.search).toBe('?case=7');
  expect(screen.getByRole('link', { name: 'AMA OWUSU' })).toHaveAttribute('aria-current', 'true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(screen.getByRole('link', { name: 'AMA OWUSU' })).toHaveFocus();
});

test('a case shows the claim, its money and the difference, and is cleared with what came', async () => {
  const { user, answers, sent } = open('?case=7');
  const shown = within(await panel());
  expect(await shown.findByText(/captured by y.tetteh/)).toBeVisible();
  expect(shown.getByText('No statement shows it yet.')).toBeVisible();
  expect(shown.getByText('−150.00')).toBeVisible();
  answers['/clearance/7'] = ({ body }) =>
    Response.json('decision' in body ? done('Cleared: GHS 150.00.') : record({ reason: 'cleared' }));
  await user.click(shown.getByRole('button', { name: 'Clear GHS 150.00' }));
  await toastSays('Cleared: GHS 150.00.');
  expect(sent()).toEqual([{ path: '/clearance/7', body: { decision: 'clear', transfer_id: '9', amount: '150.00' } }]);
  expect(await shown.findByText('Cleared')).toBeVisible();
});

test('of more money than was claimed, the rest can be left', async () => {
  const more = record({ money: { ...RECEIPT, amount: '500.00', left: '500.00' } });
  const { user, sent } = open('?case=7', {
    '/clearance/7': ({ body }) => Response.json('decision' in body ? done('Cleared: GHS 300.00.') : more),
  });
  await user.click(await screen.findByRole('button', { name: 'Clear GHS 300.00, leave GHS 200.00' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ decision: 'clear', transfer_id: '9', amount: '300.00' });
});

test('whoever captured a receipt that differs is told that somebody else decides', async () => {
  open('?case=7', { '/clearance/7': record({ money: { ...RECEIPT, is_own: true } }) });
  expect(await screen.findByText(/Somebody else who may clear payments has to decide on it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Clear GHS/ })).toBeNull();
});

test('the money of a fee that was paid becomes credit', async () => {
  open('?case=7', { '/clearance/7': record({ reason: 'paid', claim: { ...SUBMITTED, is_paid: true } }) });
  expect(await screen.findByRole('button', { name: 'Credit GHS 150.00' })).toBeVisible();
});

test('without money, it is captured first', async () => {
  open('?case=7', { '/clearance/7': record({ money: null }) });
  expect(await screen.findByText('None with this transaction ID yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Capture its money' })).toHaveAttribute(
    'href',
    '/capture_momo?transaction_id=87425701133',
  );
});

test('a rejection takes a reason, a usual one or one’s own words', async () => {
  const { user, sent } = open('?case=7');
  await user.click(await screen.findByRole('button', { name: 'Reject…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Reject' }));
  expect(await question.findByText('Please give the reason in a few words.')).toBeVisible();
  expect(sent()).toEqual([]);
  await user.selectOptions(question.getByLabelText('Usual reasons'), 'This payment was sent twice.');
  await user.type(question.getByRole('textbox', { name: /Reason/ }), ' Sorry.');
  await user.click(question.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ decision: 'reject', reason: 'This payment was sent twice. Sorry.' });
});

test('a decision that came too late says who was faster, and the case is asked for anew', async () => {
  const told = 'The payment 87425701133 was already cleared. Cleared a payment: yaw, 20 Nov 2026, 09:59.';
  const { user, answers } = open('?case=7');
  const button = await screen.findByRole('button', { name: 'Clear GHS 150.00' });
  const cleared = record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } });
  answers['/clearance/7'] = ({ body }) => ('decision' in body ? refusal(409, told) : Response.json(cleared));
  await user.click(button);
  await toastSays(told);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear GHS 150.00' })).toBeNull());
});

test('only those who may reverse are offered it', async () => {
  const cleared = { '/clearance/7': record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } }) };
  open('?case=7', cleared);
  expect(await heading('AMA OWUSU · AS 1180-19')).toBeVisible();
  expect(screen.getByText('Receipt:')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reverse…' })).toBeNull();
});

test('an administrator may reverse, and a rejection can be undone', async () => {
  const cleared = record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } });
  const { answers } = open('?case=7', { '/clearance/7': cleared }, 'SystemAdmin');
  expect(await screen.findByRole('button', { name: 'Reverse…' })).toBeVisible();
  answers['/clearance/7'] = record({ reason: 'rejected', claim: { ...SUBMITTED, status: 'rejected' } });
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('button', { name: 'Undo the rejection' })).toBeVisible();
});

test('two claimants stand side by side, and one can be decided for', async () => {
  const other = { ...DRIVER, id: '4', fullname: 'YAW MENSAH', driver_code: 'DRV000401B', car_number: 'GW 920-21' };
  const times = { first_at: '2026-11-19T10:00:00.000Z', last_at: '2026-11-19T10:00:00.000Z', times: 2 };
  const claimants = [{ id: '5', driver: other, ...FEE, amount: '300.00', ...times }];
  const { user, sent } = open('?case=7', { '/clearance/7': record({ reason: 'disputed', claimants }) });
  expect(await screen.findByText(/sent 2 times/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Decide for YAW MENSAH…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.selectOptions(question.getByLabelText('Usual reasons'), 'The number that paid is the other driver’s.');
  await user.click(question.getByRole('button', { name: 'Decide so' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    decision: 'award',
    attempt_id: '5',
    reason: 'The number that paid is the other driver’s.',
  });
});

test('money without a claim is matched to one that it may be for, or pays a fee', async () => {
  const suggestions = [
    { id: '8', name: 'AMA OWUSU', car_number: 'AS 1180-19', transaction_id: '1', amount: '150.00', ...FEE },
  ];
  const { user, sent } = open('?case=T9', {
    '/clearance/T9': record({ id: 'T9', reason: 'no_claim', claim: null, suggestions }),
  });
  await user.click(await screen.findByRole('button', { name: 'Match with AMA OWUSU 1' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ path: '/clearance/8', body: { decision: 'clear', transfer_id: '9' } }]),
  );
  await user.click(screen.getByRole('button', { name: 'Pay a driver’s fee…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Clear GHS 150.00' }));
  expect(await question.findByText('Please select payment type')).toBeVisible();
  await user.selectOptions(question.getByLabelText(/Payment Type/), 'SS');
  await user.selectOptions(await question.findByLabelText(/Payment Month/), 'OCTOBER');
  await user.click(question.getByRole('button', { name: 'Clear GHS 150.00' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const fee = { car_number: 'AS 1180-19', payment_type: 'SS', payment_year: 2026, payment_month: 'OCTOBER' };
  expect(sent()[1]).toEqual({ path: '/transfers/9', body: { decision: 'assign', fee } });
});

test('what a statement doubts is settled before anything else', async () => {
  const money = { ...RECEIPT, statement_amount: '20.00' };
  const { user, sent } = open('?case=T9', {
    '/clearance/T9': record({ id: 'T9', reason: 'statement', claim: null, money }),
  });
  expect(await screen.findByRole('button', { name: 'Keep GHS 150.00…' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay a driver’s fee…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take GHS 20.00…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.selectOptions(question.getByLabelText('Usual reasons'), 'Looked at the account.');
  await user.click(question.getByRole('button', { name: 'Take GHS 20.00' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ decision: 'correct', reason: 'Looked at the account.' });
});

test('all that is ready is cleared after a question', async () => {
  const reasons = [{ reason: 'ready', count: 18, amount: '6100.00' }];
  const { user, calls } = open('', {
    '/clearance/figures': { ...FIGURES, reasons },
    '/clearance/clear_ready': { status: true, message: 'Cleared 18.', cleared: 18 },
  });
  await user.click(await screen.findByRole('button', { name: 'Clear 18 that are ready' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/In all, GHS 6,100.00/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Clear 18' }));
  await toastSays('Cleared 18.');
  expect(calls.filter(({ path }) => path === '/clearance/clear_ready')).toHaveLength(1);
});

test('a case that is not there says so', async () => {
  open('?case=77', { '/clearance/77': () => refusal(404, 'There is no such case.') });
  expect(await screen.findByText('There is no such case.')).toBeVisible();
});

test('where nothing waits, the list says so', async () => {
  open('', { '/clearance': rows() });
  expect(await screen.findByText('Nothing waits here. Well done.')).toBeVisible();
});
