import type { Page } from '@playwright/test';
import { expect } from '../../harness/test.ts';
import { registerWithoutPage, type Somebody, somebody, submit, test, toast } from '../../harness/visitor.ts';

const amount = (page: Page) => page.getByLabel('Amount');
const received = (page: Page) => page.getByRole('region', { name: 'Your payment waits to be cleared' });

const fill = async (page: Page, { car, transaction }: Somebody) => {
  await page.goto('/about');
  await page.goto('/main_payments');
  await page.getByLabel('Car Number').fill(car);
  await page.getByLabel('Payment Type').selectOption('RF');
  await page.getByLabel('Transaction ID').fill(transaction);
};

test('Submit waits for prices that are on their way, and does not ask for the amount', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  const prices = Promise.withResolvers<void>();
  await page.route(/\/api\/payment_list$/, async (route) => {
    await prices.promise;
    await route.continue();
  });
  await fill(page, who);
  await submit(page).click();
  await expect(page.getByLabel('Driver Code')).toHaveValue(/^DRV/);
  await expect(amount(page)).toHaveValue('');
  prices.resolve();
  await expect(received(page)).toContainText('GHS 200.00');
});

test('an amount that the look-up changes after Submit is shown before it goes out', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  const lookup = Promise.withResolvers<void>();
  await page.route('**/api/drivers/find_driver_by_car_number*', async (route) => {
    const response = await route.fetch();
    await lookup.promise;
    const answer = await response.json();
    await route.fulfill({
      response,
      json: { ...answer, driver: { ...answer.driver, plans: [{ plan: 'platinum', from: '2024-01' }] } },
    });
  });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/payments$|check/.test(request.url()) && request.method() === 'POST') sent.push(request.url());
  });
  await fill(page, who);
  await page.getByLabel('Payment Type').selectOption('SS');
  await page.getByLabel('Payment Month').selectOption('DECEMBER');
  await expect(amount(page)).toHaveValue('300.00');
  await submit(page).click();
  lookup.resolve();
  await expect(
    toast(page, 'The price for this car is GHS 1,200.00. Please check the amount and submit again.'),
  ).toBeVisible();
  await expect(amount(page)).toHaveValue('1200.00');
  await expect(amount(page)).toBeFocused();
  expect(sent).toEqual([]);
});

test('a form that is touched before its scripts have come fetches with them what sending it takes', async ({
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
