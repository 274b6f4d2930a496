// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  CLAIM,
  DRIVER,
  done,
  FEE,
  heading,
  openClearance,
  panel,
  RECEIPT,
  record,
  rows,
  toastSays,
} from '../../../../test/dom/clearance.tsx';
import { holdToday } from '../../../../test/dom/office-page.tsx';
import { STANDING, summary } from '../../../../test/dom/receive-payments.tsx';
import { type Answer, refusal } from '../../../../test/dom/served.ts';

holdToday();

const FOUND = (...driver: object[]) => ({ status: true, message: 'Found.', driver });
const PLANS = { plans: [{ plan: 'platinum', from: '2026-01' }], first_month: '2026-01' };
const UNCLAIMED = record({
  id: 'T9',
  reason: 'no_claim',
  claim: null,
  money: { ...RECEIPT, amount: '700.00', left: '700.00', reference: 'SUBSCRIPTION KOJO ANSAH' },
});

/** Clearance with money that nothing suggests a driver for, which is open. */
const openUnclaimed = (given: Record<string, Answer> = {}) =>
  openClearance('?case=T9', {
    '/clearance/T9': UNCLAIMED,
    '/drivers/general_search': FOUND(summary(1)),
    '/drivers/find_driver_by_car_number': { success: true, message: 'Found.', driver: { ...summary(1), ...PLANS } },
    '/drivers/1/standing': STANDING,
    ...given,
  });

test('by keyboard any driver is found for money, told by name, car, plan and fees, and paid what they owe', async () => {
  const { user, answers, calls, sent } = openUnclaimed();
  await heading('Ama O · payer');
  await user.keyboard('d');
  const shown = within(await panel());
  await waitFor(() => expect(shown.getByLabelText('Find the driver', { selector: 'input' })).toHaveFocus());
  await user.keyboard('kojo ansa{Enter}');
  expect(await shown.findByRole('link', { name: 'Ama Mensah 1' })).toHaveAttribute('href', '/view_driver/1');
  expect(calls.find(({ path }) => path === '/drivers/general_search')?.body).toMatchObject({ name: 'kojo ansa' });
  expect(await shown.findByText(/DRV000001X · 024 123 4567 · Platinum plan/)).toBeVisible();
  expect(await shown.findByText('Owes', { exact: false, selector: 'p' })).toHaveTextContent('Owes GHS 600.00:');
  const card = within(shown.getByLabelText('The driver found'));
  expect(card.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'SS Oct 2026: price GHS 300.00',
    'SS Nov 2026: price GHS 300.00',
  ]);
  expect(card.getByText('The money is GHS 100.00 more than they owe; that stays as credit.')).toBeVisible();
  expect(card.getByRole('link', { name: 'look at it' })).toHaveAttribute(
    'href',
    '/payment_clearance?search=DRV000001X',
  );
  await waitFor(() => expect(card.getByRole('button', { name: 'Pay what they owe' })).toHaveFocus());
  expect(sent()).toEqual([]);
  await user.keyboard('{Enter}');
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
    { path: '/transfers/9', body: { decision: 'pay_owed', driver_id: '1', left: '700.00', owed: '600.00' } },
  ]);
});

test('without a suggested driver the main step, and that of the key c, is to find one; a fee has its own key', async () => {
  const { user } = openUnclaimed({ '/drivers/general_search': () => refusal(404, 'No driver was found.') });
  const shown = within(await panel());
  const find = await shown.findByRole('button', { name: 'Find the driver…' });
  expect(find).toHaveAttribute('data-variant', 'filled');
  const pay = shown.getByRole('button', { name: 'Pay a driver’s fee…' });
  expect(pay).toHaveAttribute('data-variant', 'default');
  expect(pay).toHaveAttribute('aria-keyshortcuts', 'f');
  await user.keyboard('c');
  await waitFor(() => expect(shown.getByLabelText('Find the driver', { selector: 'input' })).toHaveFocus());
  await user.keyboard('zwolgin{Enter}');
  expect(await shown.findByRole('alert')).toHaveTextContent('No match for ‘zwolgin’. Try a plate, a mobile number');
});

test('of several drivers one is chosen with the arrows, and Esc leaves the field or the drivers found', async () => {
  const { user, router } = openUnclaimed({
    '/drivers/general_search': FOUND(summary(1), summary(2)),
    '/drivers/2/standing': { ...STANDING, owed: '0.00', waiting: '0.00', due: [] },
  });
  const shown = within(await panel());
  await user.click(await shown.findByRole('button', { name: 'Find the driver…' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shown.getByRole('button', { name: 'Find the driver…' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown.getByLabelText('Find the driver', { selector: 'input' })).toHaveFocus());
  await user.keyboard('mensah{Enter}');
  const found = within(await shown.findByRole('list', { name: 'Drivers found' }));
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}');
  expect(found.getAllByRole('button')[1]).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(shown.getByRole('button', { name: 'Find the driver…' })).toHaveFocus());
  expect(router.state.location.search).toBe('?case=T9');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown.getByLabelText('Find the driver', { selector: 'input' })).toHaveFocus());
  await user.keyboard('mensah{Enter}');
  await shown.findByRole('list', { name: 'Drivers found' });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await shown.findByText('Owes nothing.')).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Pay what they owe' })).toBeNull();
  // A single fee of theirs may be paid all the same, such as a month ahead.
  await user.keyboard('c');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Ama Mensah 2')).toBeVisible();
});

test('a found driver goes before those who are suggested, and the key c pays for the one who was found', async () => {
  const one = { driver: DRIVER, why: ['number' as const], owed: '300.00', due: [] };
  const due = [{ ...FEE, description: 'X', amount: '300.00', paid: '0.00', missing: '300.00', waiting: '0.00' }];
  const { user } = openUnclaimed({ '/clearance/T9': { ...UNCLAIMED, drivers: [{ ...one, due }] } });
  const shown = within(await panel());
  expect(await shown.findByRole('button', { name: 'Pay what they owe' })).toHaveAttribute('aria-keyshortcuts', '1 c');
  await user.keyboard('d');
  await waitFor(() => expect(shown.getByLabelText('Find the driver', { selector: 'input' })).toHaveFocus());
  await user.keyboard('GR 1-20{Enter}');
  await waitFor(() => expect(shown.getAllByRole('button', { name: 'Pay what they owe' })).toHaveLength(2));
  (await heading('Ama O · payer')).focus();
  await user.keyboard('c');
  expect(await screen.findByRole('heading', { name: 'Pay what Ama Mensah 1 owes?' })).toBeVisible();
});

test('where a driver’s debt cannot be read, nothing is offered to be paid', async () => {
  const { user } = openUnclaimed({ '/drivers/1/standing': () => refusal(403, 'You may not see this.') });
  const shown = within(await panel());
  await user.click(await shown.findByRole('button', { name: 'Find the driver…' }));
  await user.keyboard('GR 1-20{Enter}');
  expect(await shown.findByRole('alert')).toHaveTextContent('could not be loaded');
  expect(shown.queryByRole('button', { name: 'Pay what they owe' })).toBeNull();
});

test('whoever may not decide on the money finds no driver for it', async () => {
  openUnclaimed({ '/clearance/T9': { ...UNCLAIMED, hindrance: 'You captured this money.' } });
  const shown = within(await panel());
  expect(await shown.findByText('You captured this money.')).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Find the driver…' })).toBeNull();
});

test('the search says by what it finds, and that of many only what waits is listed', async () => {
  const cut = () => Response.json([CLAIM], { headers: { 'x-total-count': '1', 'x-total-cut': 'true' } });
  openClearance('?search=kofi', { '/clearance': cut });
  expect(await screen.findByText(/^Many drivers match ‘kofi’, so only what waits is listed/)).toBeVisible();
  expect(screen.getByPlaceholderText('Name, plate, mobile, code or transaction ID')).toHaveValue('kofi');
});

test('a search that finds nothing says what else to try', async () => {
  openClearance('?search=zwolgin', { '/clearance': rows() });
  expect(await screen.findByText(/^No match for ‘zwolgin’\. Try a plate, a mobile number/)).toBeVisible();
});
