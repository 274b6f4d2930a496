import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../../harness/test.ts';
import { register, registerWithoutPage, type Somebody, somebody, submit, test, toast } from '../../harness/visitor.ts';

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

const pay = async (page: Page, who: Somebody, code: string): Promise<void> => {
  await openFor(page, who);
  await type(page).selectOption(code);
  await id(page).fill(who.transaction);
  await submit(page).click();
};

test('the car number brings its driver, and Submit names what is missing in a toast and at the field @deep', async ({
  page,
}) => {
  const who = somebody();
  const code = await registerWithoutPage(page, who);
  await openFor(page, who);
  await expect(page.getByLabel('Driver Code')).toHaveValue(code);
  await expect(page.getByLabel('Full Name')).toHaveValue('AMA M.');
  await expect(page.getByLabel('Mobile Number')).toHaveValue(/^024 \*\*\* \d{4}$/);
  await expectAccessible(page);
  await submit(page).click();
  await expect(toast(page, 'Please select payment type')).toBeVisible();
  await expect(type(page)).toHaveAccessibleDescription('Please select payment type');
  await expect(type(page)).toBeFocused();
  await type(page).selectOption('RF');
  await submit(page).click();
  await expect(toast(page, 'Please enter Transaction ID.')).toBeVisible();
  await id(page).fill('123456789');
  await submit(page).click();
  const wrong = 'Wrong Transaction ID. Transaction ID should be 11 characters.';
  await expect(toast(page, wrong)).toBeVisible();
  await expect(id(page)).toHaveAccessibleDescription(wrong);
  await expectAccessible(page);
});

test.describe('when the answer to a payment is lost @deep', () => {
  test.use({ mayComplain: /net::ERR_FAILED|ERR_CONNECTION_RESET/ });

  test('it is sent again without being asked about again, and taken once', async ({ page }) => {
    const who = somebody();
    await registerWithoutPage(page, who);
    await pay(page, who, 'RF');
    await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toBeVisible();
    const calls: string[] = [];
    const answers: string[] = [];
    await page.route(/\/api\/(payments|fee_payment\/check_fee_payment)$/, async (route) => {
      const isPayment = route.request().url().endsWith('/payments');
      calls.push(isPayment ? 'sent' : 'asked');
      const answer = await route.fetch();
      if (isPayment) answers.push(await answer.text());
      return isPayment && answers.length === 1 ? route.abort() : route.fulfill({ response: answer });
    });
    await pay(page, { ...who, transaction: somebody().transaction }, 'DP');
    await expect(page.getByText('Nothing is lost.')).toBeVisible();
    await submit(page).click();
    await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText('GHS 1,500.00');
    expect(calls).toEqual(['asked', 'sent', 'sent']);
    expect(answers[1]).toBe(answers[0]);
  });
});

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

test('a transaction ID that is taken is refused at its field @deep', async ({ page }) => {
  const first = somebody();
  await registerWithoutPage(page, first);
  await pay(page, first, 'RF');
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toBeVisible();
  const second = { ...somebody(), transaction: first.transaction };
  await registerWithoutPage(page, second);
  await pay(page, second, 'RF');
  const taken = 'This transaction ID was already used for another payment. Please check it, or contact us.';
  await expect(toast(page, taken)).toBeVisible();
  await expect(id(page)).toHaveAccessibleDescription(taken);
  await expect(id(page)).toBeFocused();
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
