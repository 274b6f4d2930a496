// @vitest-environment happy-dom
import type { CaseRecord } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refresh } from '~/lib/api/query-client.ts';
import {
  CLAIM,
  DRIVER,
  done,
  FEE,
  heading,
  openClearance,
  panel,
  payerOf,
  RECEIPT,
  record,
  rows,
  SUBMITTED,
  toastSays,
} from '../../../../test/dom/clearance.tsx';
import { holdToday } from '../../../../test/dom/office-page.tsx';
import { hold, refusal } from '../../../../test/dom/served.ts';

holdToday();

beforeEach(() => {
  window.innerWidth = 1280;
});

const SECOND = { ...CLAIM, id: '8', name: 'KOFI BOATENG', transaction_id: '87425701144' };
const second = record({
  id: '8',
  claim: { ...SUBMITTED, id: '8', payer: payerOf({ ...DRIVER, fullname: 'KOFI BOATENG' }) },
});
const TWO = { '/clearance': rows(CLAIM, SECOND), '/clearance/8': second };

const due = {
  ...FEE,
  description: 'MONTHLY SUBSCRIPTION',
  amount: '300.00',
  paid: '0.00',
  missing: '300.00',
  waiting: '0.00',
};
const MONEY: CaseRecord = record({
  id: 'T9',
  reason: 'no_claim',
  claim: null,
  money: { ...RECEIPT, amount: '700.00', left: '700.00' },
  drivers: [
    { driver: DRIVER, why: ['reference', 'number'], owed: '600.00', due: [{ ...due, payment_month: 'OCTOBER' }, due] },
  ],
});

/** Answers a decision with its message, and anything else with the case. */
const decided =
  (message: string) =>
  ({ body }: { body: object }) =>
    Response.json('decision' in body ? done(message) : record({}));

test('after a decision the next case is open, and the keyboard goes on in it', async () => {
  const { user, router, answers, sent } = openClearance('', TWO);
  await screen.findByRole('link', { name: 'Ama Owusu' });
  await user.keyboard('n');
  expect(await heading('Ama Owusu · AS 1180-19')).toHaveFocus();
  answers['/clearance/7'] = decided('Cleared: GHS 150.00.');
  await user.keyboard('c');
  await toastSays('Cleared: GHS 150.00.');
  expect(sent()).toEqual([{ path: '/clearance/7', body: { decision: 'clear', transfer_id: '9', amount: '150.00' } }]);
  await waitFor(() => expect(router.state.location.search).toBe('?case=8'));
  await waitFor(async () => expect(await heading('Kofi Boateng · AS 1180-19')).toHaveFocus());
});

test('the key for the next case, pressed while the list is on its way, opens its first case', async () => {
  const list = hold();
  const { user, router } = openClearance('', { ...TWO, '/clearance': list.answer });
  await screen.findByRole('button', { name: /waiting$/ });
  await user.keyboard('n');
  expect(router.state.location.search).toBe('');
  list.give(TWO['/clearance']());
  expect(await heading('Ama Owusu · AS 1180-19')).toHaveFocus();
  expect(router.state.location.search).toBe('?case=7');
});

test('that key opens nothing later, where the list comes without a case', async () => {
  const list = hold();
  const { user, router, answers } = openClearance('', { ...TWO, '/clearance': list.answer });
  await screen.findByRole('button', { name: /waiting$/ });
  await user.keyboard('n');
  list.give(rows()());
  await screen.findByText('Nothing waits here. Well done.');
  answers['/clearance'] = TWO['/clearance'];
  await refresh('clearance');
  await screen.findByRole('link', { name: 'Ama Owusu' });
  expect(router.state.location.search).toBe('');
});

test('a refused decision leaves its case open', async () => {
  const { user, router, answers } = openClearance('?case=7', TWO);
  await heading('Ama Owusu · AS 1180-19');
  answers['/clearance/7'] = ({ body }) =>
    'decision' in body ? refusal(409, 'Somebody was faster.') : Response.json(record({}));
  await user.keyboard('c');
  await toastSays('Somebody was faster.');
  expect(router.state.location.search).toBe('?case=7');
});

test('r asks for a reason, a number takes a usual one, Enter sends it, and z takes it back', async () => {
  const { user, router, answers, sent } = openClearance('?case=7', TWO);
  await heading('Ama Owusu · AS 1180-19');
  await user.keyboard('r');
  const question = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(question.getAllByRole('radio')[0]).toHaveFocus());
  await user.keyboard('4');
  expect(question.getByLabelText(/^Reason/)).toHaveValue('This payment was sent twice.');
  answers['/clearance/7'] = decided('Rejected.');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?case=8'));
  // Keys are the dialog's until it has gone.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('z');
  await waitFor(() => expect(sent().at(-1)).toEqual({ path: '/clearance/7', body: { decision: 'undo' } }));
  await waitFor(() => expect(router.state.location.search).toBe('?case=7'));
});

test('a suggested driver says why and what they owe, and one key pays it, the oldest fee first', async () => {
  const { user, answers, sent } = openClearance('?case=T9', { '/clearance/T9': MONEY });
  const shown = within(await panel());
  expect(await shown.findByText(/reference AS 1180-19, payer’s number 024 000 1180 · owes/)).toBeVisible();
  await user.keyboard('1');
  const question = within(await screen.findByRole('dialog'));
  expect(question.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'GHS 300.00 for SS Oct 2026',
    'GHS 300.00 for SS Nov 2026',
    'GHS 100.00 stays as credit',
  ]);
  answers['/transfers/9'] = done('Cleared: GHS 700.00.');
  await waitFor(() => expect(question.getByRole('button', { name: 'Clear GHS 700.00' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await toastSays('Cleared: GHS 700.00.');
  expect(sent()).toEqual([
    { path: '/transfers/9', body: { decision: 'pay_owed', driver_id: '3', left: '700.00', owed: '600.00' } },
  ]);
});

test('a note is written by a key and leaves the case open', async () => {
  const { user, router, answers, sent } = openClearance('?case=7', TWO);
  await heading('Ama Owusu · AS 1180-19');
  await user.keyboard('m');
  const field = await screen.findByLabelText(/^Reason/);
  await waitFor(() => expect(field).toHaveFocus());
  answers['/clearance/7'] = decided('The note is saved.');
  await user.keyboard('Calls back on Friday.{Enter}');
  await toastSays('The note is saved.');
  expect(sent()).toEqual([{ path: '/clearance/7', body: { decision: 'note', reason: 'Calls back on Friday.' } }]);
  expect(router.state.location.search).toBe('?case=7');
});

test('marked cases are cleared after a preview that says what is left out, and why', async () => {
  const shown = { name: 'AMA OWUSU', transaction_id: '87425701133', driver: DRIVER, amount: '150.00' };
  const decision = { decision: 'clear', transfer_id: '9', amount: '150.00' };
  const pays = [{ ...FEE, amount: '150.00', missing: '300.00' }];
  const cases = [
    { id: '7', ...shown, pays, difference: '-150.00', decision, why_not: null },
    {
      id: '8',
      ...shown,
      pays,
      difference: '0.00',
      decision: null,
      why_not: 'No money with its transaction ID was received yet.',
    },
  ];
  const { user, calls } = openClearance('', {
    ...TWO,
    '/clearance/preview': { cases },
    '/clearance/decide_many': {
      status: true,
      message: 'Decided 1.',
      outcomes: [{ id: '7', is_done: true, message: 'Cleared.' }],
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Mark Ama Owusu' }));
  expect(screen.getByText('1 marked')).toBeVisible();
  await user.keyboard('ac');
  const question = within(await screen.findByRole('dialog'));
  expect(await question.findByText(/Left out: No money with its transaction ID/)).toBeVisible();
  expect(question.getByText('−150.00')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Clear 1' }));
  await toastSays('Decided 1.');
  expect(calls.filter(({ path }) => path === '/clearance/decide_many').map(({ body }) => body)).toEqual([
    { decisions: [{ id: '7', decision }] },
  ]);
});

test('under a search no chip is pressed, since decided cases show too', async () => {
  openClearance('?search=87425701133');
  const chips = within(await screen.findByRole('group', { name: 'Why it waits' }));
  expect(await chips.findByRole('button', { name: '2 waiting' })).toHaveAttribute('aria-pressed', 'false');
});
