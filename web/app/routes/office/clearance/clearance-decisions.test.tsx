// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '~/lib/api/query-client.ts';
import {
  done,
  heading,
  openClearance,
  panel,
  RECEIPT,
  record,
  SUBMITTED,
  toastSays,
} from '../../../../test/dom/clearance.tsx';
import { holdToday } from '../../../../test/dom/office-page.tsx';
import { refusal } from '../../../../test/dom/served.ts';

holdToday();

test('a case shows the claim, its money and the difference, and is cleared with what came', async () => {
  const { user, router, answers, sent } = openClearance('?case=7');
  const shown = within(await panel());
  expect(await shown.findByText(/captured by y.tetteh/)).toBeVisible();
  expect(shown.getByText('No statement shows it yet.')).toBeVisible();
  expect(shown.getByText('−GHS 150.00')).toBeVisible();
  answers['/clearance/7'] = ({ body }) =>
    Response.json('decision' in body ? done('Cleared: GHS 150.00.') : record({ reason: 'cleared' }));
  await user.click(shown.getByRole('button', { name: 'Clear 150.00 as part' }));
  await toastSays('Cleared: GHS 150.00.');
  expect(sent()).toEqual([{ path: '/clearance/7', body: { decision: 'clear', transfer_id: '9', amount: '150.00' } }]);
  // The next case opens; the decided one says so when it is opened again.
  await waitFor(() => expect(router.state.location.search).toBe('?case=T9'));
  await router.navigate('?case=7');
  // The panel of the case before may stand for a moment.
  await waitFor(async () => expect(within(await panel()).getByText('Cleared')).toBeVisible());
});

test('before money below the price is cleared, the case says what is paid, missing and owed, and that it is credit', async () => {
  const claim = {
    ...SUBMITTED,
    amount: '150.00',
    paid: '100.00',
    missing: '200.00',
    owed: '1700.00',
    credit: '100.00',
  };
  const { answers } = openClearance('?case=7', { '/clearance/7': record({ reason: 'below_price', claim }) });
  const shown = within(await panel());
  expect(await shown.findByText('Below the price')).toBeVisible();
  for (const [name, amount] of [
    ['Price', 'GHS 300.00'],
    ['Paid towards it', 'GHS 100.00'],
    ['Missing', 'GHS 200.00'],
    ['Credit', 'GHS 100.00'],
    ['Owes after credit', 'GHS 1,700.00'],
  ]) {
    expect(shown.getByText(name as string).nextElementSibling).toHaveTextContent(amount as string);
  }
  expect(
    shown.getByText(
      'It is below the GHS 200.00 missing: it becomes the driver’s credit towards this fee, which stays due until its whole price is paid, or what is missing then is waived.',
    ),
  ).toBeVisible();
  answers['/clearance/7'] = record({ claim: { ...claim, paid: '150.00', missing: '150.00' } });
  await queryClient.refetchQueries();
  expect(await shown.findByText('With the credit that is there, it pays the whole price.')).toBeVisible();
  const toCome = { payment_year: 2126, paid: '150.00', missing: '150.00', due_from: '2126-11-01' };
  answers['/clearance/7'] = record({ claim: { ...claim, ...toCome } });
  await queryClient.refetchQueries();
  expect(await shown.findByText(/which pays this month only once it has begun/)).toBeVisible();
  answers['/clearance/7'] = record({ claim: { ...claim, price: null, missing: null } });
  await queryClient.refetchQueries();
  expect(await shown.findByText(/^This fee has no price yet: its money becomes the driver’s credit/)).toBeVisible();
  expect(shown.getByText('Not set yet')).toBeVisible();
});

test('Esc in a question closes the question alone, also where it goes at once', async () => {
  const { user, router } = openClearance('?case=7');
  await user.click(await screen.findByRole('button', { name: 'Reject…' }));
  const question = await screen.findByRole('dialog');
  // Without motion, the question closes before the page hears of the key.
  window.addEventListener('keydown', () => question.remove(), { capture: true, once: true });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state).toMatchObject({ location: { search: '?case=7' }, navigation: { state: 'idle' } });
  expect(await panel()).toBeVisible();
});

test('where a decision leaves its case open, the keyboard goes on from the case', async () => {
  const { user, router, answers } = openClearance('?case=7');
  (await screen.findByRole('button', { name: 'Clear 150.00 as part' })).focus();
  const cleared = record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } });
  answers['/clearance/7'] = ({ body }) =>
    'decision' in body ? refusal(409, 'Somebody was faster.') : Response.json(cleared);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear 150.00 as part' })).toBeNull());
  await waitFor(async () => expect(await heading('Ama Owusu · AS 1180-19')).toHaveFocus());
  expect(router.state.location.search).toBe('?case=7');
});

test('of more money than was claimed, the rest can be left', async () => {
  const more = record({ money: { ...RECEIPT, amount: '500.00', left: '500.00' } });
  const { user, sent } = openClearance('?case=7', {
    '/clearance/7': ({ body }) => Response.json('decision' in body ? done('Cleared: GHS 300.00.') : more),
  });
  await user.click(await screen.findByRole('button', { name: 'Clear GHS 300.00, leave GHS 200.00' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ decision: 'clear', transfer_id: '9', amount: '300.00' });
});

test('whoever captured a receipt that differs is told that somebody else decides', async () => {
  const hindrance = 'You captured this money, so somebody else has to decide.';
  openClearance('?case=7', { '/clearance/7': record({ hindrance, clearing_hindrance: hindrance }) });
  expect(await screen.findByText(hindrance)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Clear GHS|^Reject/ })).toBeNull();
});

test('whoever captured a receipt that agrees clears it, and rejects no claim of it', async () => {
  const hindrance = 'You captured this money, so somebody else has to decide.';
  openClearance('?case=7', { '/clearance/7': record({ hindrance }) });
  expect(await screen.findByRole('button', { name: 'Clear 150.00 as part' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Reject/ })).toBeNull();
});

test('the money of a fee that was paid becomes credit', async () => {
  openClearance('?case=7', { '/clearance/7': record({ reason: 'paid', claim: { ...SUBMITTED, is_paid: true } }) });
  expect(await screen.findByRole('button', { name: 'Credit GHS 150.00' })).toBeVisible();
});

test('without money, it is captured first', async () => {
  openClearance('?case=7', { '/clearance/7': record({ money: null }) });
  expect(await screen.findByText('None with this transaction ID yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Capture its money' })).toHaveAttribute(
    'href',
    '/capture_momo?transaction_id=87425701133',
  );
});

test('a rejection takes a reason, a usual one or one’s own words', async () => {
  const { user, sent } = openClearance('?case=7');
  await user.click(await screen.findByRole('button', { name: 'Reject…' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Reject' }));
  expect(await question.findByText('Please give the reason in a few words.')).toBeVisible();
  expect(sent()).toEqual([]);
  await user.click(question.getByRole('radio', { name: 'This payment was sent twice.' }));
  await user.type(question.getByRole('textbox', { name: /Reason/ }), ' Sorry.');
  await user.click(question.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ decision: 'reject', reason: 'This payment was sent twice. Sorry.' });
});

test('a claim of a cheque that waits shows no difference, and its rejection says what becomes of the cheque', async () => {
  const money = { ...RECEIPT, mode: 'cheque', status: 'pending', amount: '600.00', left: '0.00' } as const;
  const { user } = openClearance('?case=7', { '/clearance/7': record({ reason: 'cheque', money }) });
  const shown = within(await panel());
  expect(await shown.findByText(/, waits for the bank/)).toBeVisible();
  expect(shown.queryByText(/nothing left/)).toBeNull();
  expect(shown.queryByText('Difference')).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Reject…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    dialog.getByText(/The cheque of GHS 600.00 pays more than this claim\. Only this claim is rejected/),
  ).toBeVisible();
  expect(dialog.queryByText(/free for another claim/)).toBeNull();
});

test('a decision that came too late says who was faster, and the case is asked for anew', async () => {
  const told = 'The payment 87425701133 was already cleared. Cleared a payment: yaw, 20 Nov 2026, 09:59.';
  const { user, answers } = openClearance('?case=7');
  const button = await screen.findByRole('button', { name: 'Clear 150.00 as part' });
  const cleared = record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } });
  answers['/clearance/7'] = ({ body }) => ('decision' in body ? refusal(409, told) : Response.json(cleared));
  await user.click(button);
  await toastSays(told);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear 150.00 as part' })).toBeNull());
});

test('only those who may reverse are offered it', async () => {
  const cleared = { '/clearance/7': record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } }) };
  openClearance('?case=7', cleared);
  expect(await heading('Ama Owusu · AS 1180-19')).toBeVisible();
  expect(screen.getByText('Receipt:')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reverse…' })).toBeNull();
});

test('an administrator may reverse, and a rejection can be undone', async () => {
  const cleared = record({ reason: 'cleared', claim: { ...SUBMITTED, status: 'cleared' } });
  const { answers } = openClearance('?case=7', { '/clearance/7': cleared }, 'SystemAdmin');
  expect(await screen.findByRole('button', { name: 'Reverse…' })).toBeVisible();
  answers['/clearance/7'] = record({ reason: 'rejected', claim: { ...SUBMITTED, status: 'rejected' } });
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('button', { name: 'Undo the rejection' })).toBeVisible();
});
