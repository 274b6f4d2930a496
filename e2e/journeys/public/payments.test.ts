import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../../harness/test.ts';
import { register, registerWithoutPage, type Somebody, somebody, submit, test } from '../../harness/visitor.ts';

const car = (page: Page) => page.getByLabel('Car Number');
const id = (page: Page) => page.getByLabel('Transaction ID');
const type = (page: Page) => page.getByLabel('Payment Type');
const amount = (page: Page) => page.getByLabel('Amount');

/**
 * Opens the form anew with the driver looked up, from another page: a reload keeps confirmations.
 */
const openFor = async (page: Page, who: Somebody): Promise<void> => {
  await page.goto('/about');
  await page.goto('/main_payments');
  await car(page).fill(who.car.toLowerCase());
  await car(page).press('Tab');
  await expect(page.getByLabel('Driver Code')).toHaveValue(/^DRV/);
};

test('a payment is taken once however often Submit is pressed, and clears the form @phone-and-desk', async ({
  page,
}) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payments')) sent.push(request.postData() ?? '');
  });
  await openFor(page, who);
  await type(page).selectOption('RF');
  await id(page).fill(`${who.transaction.slice(0, 10)}a`);
  await submit(page).dblclick();
  const confirmation = page.getByRole('region', { name: 'Your payment waits to be cleared' });
  await expect(confirmation).toContainText('GHS 200.00');
  await expect(confirmation.getByRole('heading')).toBeFocused();
  await expect(car(page), 'one confirmation, and no empty form below it').toHaveCount(0);
  expect(sent).toHaveLength(1);
  await expectAccessible(page);
  await confirmation.getByRole('button', { name: 'Send another payment' }).click();
  for (const field of [car(page), page.getByLabel('Driver Code'), id(page), amount(page), type(page)]) {
    await expect(field).toHaveValue('');
  }
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({
    car_number: who.car,
    fullname: 'AMA M.',
    amount: '200.00',
    transaction_id: `${who.transaction.slice(0, 10)}A`,
  });
  await expectAccessible(page);
});

test('the confirmation prints alone @deep', async ({ page }) => {
  const who = somebody();
  const code = await register(page, who);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(code).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});

test('a form that is touched before its scripts have come fetches with them what sending it takes @deep', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/framework-*', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/main_payments', { waitUntil: 'commit' });
  await submit(page).focus();
  const sending = page.waitForRequest('**/assets/submit-payment-*');
  scripts.resolve();
  await sending;
  await expect(submit(page)).toBeFocused();
});
