import type { Page } from '@playwright/test';
import { beginTask } from '../../../harness/keyboard-task.ts';
import { testOnDemo } from '../../../harness/own-product.ts';
import { memberOf, signIn } from '../../../harness/people.ts';
import { quietBoard } from '../../../harness/quiet-board.ts';
import { staffCalls } from '../../../harness/staff-calls.ts';
import { expect } from '../../../harness/test.ts';

// By keyboard alone, from the dashboard to the task's end, in at most as many actions as it takes.
const test = testOnDemo();

const paidBy = (id: string) =>
  'Payment received for GHS 300.00 from AMA MENSAH Current Balance: GHS 2451.24 . Reference: LUNCH. ' +
  `Transaction ID: ${id}. TRANSACTION FEE: 0.00`;

/** Goes back to the dashboard, with the focus on the page. */
const toDashboard = (page: Page, username = 'superuser') => signIn(page, username, '/dashboard');

test('20 MoMo messages are captured @deep', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const ids = Array.from({ length: 20 }, (_, n) => `7${String(8_800_000_000 + n)}`);
  await toDashboard(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ids.map(paidBy).join('\n'));
  const task = await beginTask(page);
  await task.open('capture', '/capture_momo');
  await expect(page.getByLabel('Paste the whole message')).toBeFocused();
  await task.press('Control+v');
  await expect(page.getByText('20 messages: 20 can be captured.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^I have seen/ })).toBeFocused();
  await task.press('Space', 'Enter');
  await expect(page.getByText('All are captured.')).toBeVisible();
  await task.end(6);
  await page.goto(`/money_received?search=${ids[19]}`);
  await expect(page.getByRole('row').filter({ hasText: ids[19] ?? '' })).toContainText('300.00');
});

test('a caller is found by a name that was misheard @deep', async ({ page }) => {
  await toDashboard(page);
  const task = await beginTask(page);
  await task.press('/');
  await task.give('agbekko');
  await expect(page.getByRole('group', { name: 'Similar' }).getByRole('option').first()).toContainText('Agbeko');
  await task.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Agbeko/ })).toBeVisible();
  await task.end(3);
});

/** A driver's code who owes a month. */
const somebodyOwing = async (page: Page): Promise<{ code: string; car: string }> => {
  await page.goto('/arrears?age=one');
  const cell = (name: string) => page.locator(`tbody td[data-label="${name}"]`).first().innerText();
  return { code: await cell('Driver Code'), car: await cell('Car Number') };
};

test('cash is received for a month, and its receipt is printed @deep', async ({ page }) => {
  await signIn(page, 'superuser');
  const { code } = await somebodyOwing(page);
  await page.goto('/dashboard');
  const task = await beginTask(page);
  await task.press('/');
  await task.give(code);
  await task.press('Enter');
  await expect(page.getByRole('link', { name: 'Receive payment', exact: true })).toBeVisible();
  await task.press('r');
  await expect(
    page
      .getByRole('region', { name: /^Owed by/ })
      .getByRole('button')
      .first(),
  ).toBeFocused();
  await task.press('Enter');
  await expect(page.getByLabel('Amount of payment 1')).toBeFocused();
  await task.press('Enter');
  await expect(page.getByRole('button', { name: /^Print receipt R/ })).toBeFocused();
  await task.press('Enter');
  await expect(page.getByText(/is open\. Print it from there\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Another' })).toBeFocused();
  await task.end(7);
});

test('cash that was typed wrongly is corrected, and the right receipt printed @deep', async ({ page, product }) => {
  await signIn(page, 'superadmin');
  const { code: driver_code, car: car_number } = await somebodyOwing(page);
  const send = await staffCalls(page, product.url, 'superuser');
  const fee = {
    driver_code,
    car_number,
    payment_type: 'SS',
    payment_year: 2028,
    payment_month: 'JUNE',
    amount: '150.00',
  };
  const { message, receipts } = await send('POST', '/payments/receive', {
    mode: 'cash',
    amount: '150.00',
    payments: [fee],
  });
  await toDashboard(page, 'superadmin');
  const task = await beginTask(page);
  await task.press('/');
  await task.give(/CASH\d+/.exec(message)?.[0] ?? '');
  await expect(page.getByRole('group', { name: 'Payments' }).getByRole('option')).toHaveCount(1);
  await task.press('Enter');
  await expect(page.getByRole('button', { name: 'Correct amount…' })).toBeVisible();
  await task.press('c');
  await expect(page.getByLabel('Really received')).toBeFocused();
  await task.give('105');
  await task.press('Enter');
  await expect(page.getByRole('button', { name: /^Print receipt R/ })).toBeFocused();
  await task.press('Enter');
  await expect(page.getByText(/is open\. Print it from there\.$/)).toBeVisible();
  await task.end(7);
  await page.goto(`/receipts?search=${receipts[0]}`);
  await expect(page.getByRole('row').filter({ hasText: receipts[0] })).toContainText('Void');
});

test('a driver’s second car is registered @deep', async ({ page, product }) => {
  await quietBoard(await staffCalls(page, product.url, 'superadmin'));
  const { code } = memberOf(product.output());
  await toDashboard(page);
  const task = await beginTask(page);
  await task.press('/');
  await task.give(code);
  await task.press('Enter');
  await expect(page.getByRole('link', { name: 'Receive payment', exact: true })).toBeVisible();
  await task.press('a');
  await expect(page.getByLabel('Car Number')).toBeFocused();
  await task.give('GX 4720-26');
  await task.press('Enter');
  await expect(page.getByRole('region', { name: 'GX 4720-26 is registered' })).toBeVisible();
  await task.end(6);
});

test('a contact message is answered by text @deep', async ({ page }) => {
  await toDashboard(page);
  const task = await beginTask(page);
  await task.open('answer', /\/contact_messages\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Tracker does not answer' })).toBeVisible();
  await expect(page.getByLabel('Mobile number')).toHaveValue('024 412 3456');
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
  await task.give('We call you at 6 pm.');
  await task.press('Control+Enter');
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('We call you at 6 pm.');
  await task.end(5);
});
