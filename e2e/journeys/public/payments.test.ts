import type { Page } from '@playwright/test';
import { expect, expectAccessible } from '../../harness/test.ts';
import { register, registerWithoutPage, type Somebody, somebody, submit, test, toast } from '../../harness/visitor.ts';

const car = (page: Page) => page.getByLabel('Car Number');
const id = (page: Page) => page.getByLabel('Transaction ID');
const type = (page: Page) => page.getByLabel('Payment Type');
const amount = (page: Page) => page.getByLabel('Amount');

/**
 * Opens the form afresh, with the driver looked up. It comes from another page, since a reload keeps a confirmation.
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

test('leaving the car number looks the driver up and fills in what a stranger may see', async ({ page }) => {
  const who = somebody();
  const code = await registerWithoutPage(page, who);
  await openFor(page, who);
  await expect(page.getByLabel('Driver Code')).toHaveValue(code);
  await expect(page.getByLabel('Full Name')).toHaveValue('AMA M.');
  await expect(page.getByLabel('Mobile Number')).toHaveValue(/^024 \*\*\* \d{4}$/);
  for (const label of ['Driver Code', 'Full Name', 'Mobile Number']) {
    await expect(page.getByLabel(label)).not.toBeEditable();
  }
  await expectAccessible(page);
});

test('an empty car number is asked for when it is left, but not on the way to Cancel', async ({ page }) => {
  await page.goto('/main_payments');
  await car(page).click();
  await page.keyboard.press('Tab');
  await expect(toast(page, 'Please enter the car number')).toBeVisible();
  await expect(car(page)).toHaveAccessibleDescription('Please enter the car number');
  await page.reload();
  await car(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/');
});

test('a car nobody registered gets the server’s message, and the car number the focus again', async ({ page }) => {
  await page.goto('/main_payments');
  await car(page).fill('GX 9999-99');
  await page.keyboard.press('Tab');
  await expect(toast(page, 'No driver is registered with this car number.')).toBeVisible();
  await expect(car(page)).toBeFocused();
  await expect(car(page)).toHaveAccessibleDescription('No driver is registered with this car number.');
  await expectAccessible(page);
});

test('Submit names what is missing in the specified words, in a toast and at the field', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openFor(page, who);
  await submit(page).click();
  await expect(toast(page, 'Please select payment type')).toBeVisible();
  await expect(type(page)).toHaveAccessibleDescription('Please select payment type');
  await expect(type(page)).toBeFocused();
  await type(page).selectOption('RF');
  await submit(page).click();
  await expect(toast(page, 'Please enter Transaction ID.')).toBeVisible();
  await id(page).pressSequentially('123456789012');
  await expect(id(page)).toHaveValue('12345678901');
  // A pasted text is not cut down to an ID that may be another person's.
  await id(page).fill('9876543210987');
  await expect(id(page)).toHaveValue('9876543210987');
  await id(page).fill('123 4567 8901');
  await expect(id(page)).toHaveValue('12345678901');
  await id(page).fill('123456789');
  await submit(page).click();
  const wrong = 'Wrong Transaction ID. Transaction ID should be 11 characters.';
  await expect(toast(page, wrong)).toBeVisible();
  await expect(id(page)).toHaveAccessibleDescription(wrong);
  await expectAccessible(page);
  await id(page).fill('1234567890');
  await page.getByLabel('Network').selectOption('MTN');
  await submit(page).click();
  await expect(id(page)).toHaveAccessibleDescription(
    'Wrong Transaction ID. Transaction ID should be 11 digits for MTN.',
  );
});

test('the networks are the company’s, and are asked for again before an ID is refused', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  const mtn = { code: 'MTN', name: 'MTN', id_characters: 'digits', id_padded_to: null };
  let networks: object[] = [{ ...mtn, id_lengths: [12], wrong_id_message: 'MTN’s IDs have 12 digits now.' }];
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), networks } });
  });
  await openFor(page, who);
  await type(page).selectOption('RF');
  const network = page.getByLabel('Network');
  await expect(network.locator('option')).toHaveText(['I do not know', 'MTN']);
  await network.selectOption('MTN');
  await id(page).fill(who.transaction);
  await submit(page).click();
  await expect(toast(page, 'MTN’s IDs have 12 digits now.')).toBeVisible();
  await expect(id(page)).toHaveAccessibleDescription('MTN’s IDs have 12 digits now.');
  networks = [{ ...mtn, id_lengths: [11], wrong_id_message: null }];
  await submit(page).click();
  await expect(toast(page, /was sent and waits to be cleared/)).toBeVisible();
});

test('a payment that is sent leaves an empty form, which asks for nothing yet', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openFor(page, who);
  await type(page).selectOption('RF');
  await id(page).fill(who.transaction);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toBeVisible();
  await expect(id(page)).toHaveValue('');
  await car(page).focus();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await id(page).fill('1');
  await id(page).fill('');
  await page.keyboard.press('Tab');
  await expect(id(page)).toHaveAccessibleDescription('Please enter Transaction ID.');
});

test('a subscription has a year and a month, other types have none, and each fills in its price', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openFor(page, who);
  const month = page.getByLabel('Payment Month');
  await type(page).selectOption('SS');
  await expect(page.getByLabel('Payment Year').locator('option')).toHaveCount(21);
  await expect(month.locator('option')).toHaveText([
    'Choose…',
    'January',
    /./,
    /./,
    /./,
    /./,
    /./,
    /./,
    /./,
    /./,
    /./,
    /./,
    'December',
  ]);
  await expect(amount(page)).toHaveValue('300.00');
  await type(page).selectOption('DP');
  await expect(month).toBeHidden();
  await expect(amount(page)).toHaveValue('1500.00');
});

test('an amount that was typed stays whatever is chosen, and one filled in goes with its price', async ({ page }) => {
  await page.goto('/main_payments');
  await type(page).selectOption('SS');
  await expect(amount(page)).toHaveValue('300.00');
  await page.getByLabel('Payment Year').selectOption('2043');
  await expect(amount(page), 'that year has no price yet').toHaveValue('');
  await type(page).selectOption('DP');
  await expect(amount(page)).toHaveValue('1500.00');
  await amount(page).fill('1,250');
  await amount(page).blur();
  await expect(amount(page)).toHaveValue('1250.00');
  await expect(page.getByText('The price is GHS 1,500.00, which is GHS 250.00 more than entered.')).toBeVisible();
  await type(page).selectOption('RF');
  await expect(amount(page)).toHaveValue('1250.00');
});

for (const [status, reason, complaint] of [
  [429, 'There were too many look-ups from here', /status of 429/],
  [503, 'The look-up does not answer just now', /status of 503/],
] as const) {
  test.describe(`where the look-up answers ${status}`, () => {
    test.use({ mayComplain: complaint });

    test('the driver code is typed by hand, and the payment is sent', async ({ page }) => {
      const who = somebody();
      const code = await registerWithoutPage(page, who);
      await page.route('**/find_driver_by_car_number', (route) =>
        route.fulfill({ status, json: { message: 'Not now.' } }),
      );
      await page.goto('/about');
      await page.goto('/main_payments');
      await car(page).fill(who.car);
      await car(page).press('Tab');
      const driverCode = page.getByLabel('Driver Code');
      await expect(driverCode).toHaveAccessibleDescription(
        `${reason}, so please enter it: it was given at registration`,
      );
      await expect(page.locator('.toast')).toHaveCount(0);
      await driverCode.fill(code);
      await type(page).selectOption('RF');
      await id(page).fill(who.transaction);
      await submit(page).click();
      await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText(code);
    });
  });
}

test('a subscription before the registration fee is refused by the server, at the payment type', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openFor(page, who);
  await type(page).selectOption('SS');
  await page.getByLabel('Payment Month').selectOption('NOVEMBER');
  await id(page).fill(who.transaction);
  await submit(page).click();
  await expect(toast(page, 'Please pay the registration fee before the monthly subscription.')).toBeVisible();
  await expect(type(page)).toHaveAccessibleDescription(
    'Please pay the registration fee before the monthly subscription.',
  );
  await expect(id(page)).toHaveValue(who.transaction);
});

test('of a pasted message the transaction ID is taken, or nothing and it says so', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await openFor(page, who);
  await type(page).selectOption('RF');
  await id(page).fill(`Payment made for GHS 200.00 to BANBO LTD. Current Balance: GHS 9.00.`);
  await submit(page).click();
  const none = 'No transaction ID was found in this text. Please type the transaction ID alone.';
  await expect(id(page)).toHaveAccessibleDescription(none);
  await id(page).fill(`Reference: AS 2567-12. Transaction ID: ${who.transaction}. Fee charged: GHS 0.50`);
  await expect(id(page)).toHaveValue(who.transaction);
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText(who.transaction);
});

test.describe('when the answer to a payment is lost', () => {
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

test('what was already paid is refused, and the form stays', async ({ page }) => {
  const who = somebody();
  await registerWithoutPage(page, who);
  await pay(page, who, 'RF');
  const confirmation = page.getByRole('region', { name: 'Your payment waits to be cleared' });
  await expect(confirmation).toBeVisible();
  // Only staff can clear a payment, so the test answers with the server's refusal for a cleared one.
  const paid = 'The registration fee of this driver was already paid.';
  const issues = [{ path: 'body.payment_type', message: paid }];
  const refusal = { status: false, success: false, code: 'already_paid', message: paid, issues };
  await page.route('**/api/payments', (route) => route.fulfill({ status: 409, json: refusal }));
  const again = { ...who, transaction: somebody().transaction };
  await car(page).fill(who.car);
  await type(page).selectOption('RF');
  await id(page).fill('9876543210987');
  await submit(page).click();
  await expect(toast(page, 'Wrong Transaction ID.')).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  await id(page).fill(again.transaction);
  await submit(page).click();
  await expect(toast(page, paid)).toBeVisible();
  // The toasts of the attempt before have gone.
  await expect(toast(page, 'Wrong Transaction ID.')).toHaveCount(0, { timeout: 2_000 });
  await expect(type(page)).toHaveAccessibleDescription(paid);
  await expect(type(page)).toBeFocused();
  await expect(id(page)).toHaveValue(again.transaction);
});

test.describe('when the server’s disk is full', () => {
  test.use({ mayComplain: /status of 507/ });

  test('its message is shown and the form stays as typed', async ({ page }) => {
    const who = somebody();
    await registerWithoutPage(page, who);
    const message = 'The server’s disk is full, so nothing was saved. Please try again later.';
    await page.route('**/api/payments', (route) =>
      route.fulfill({ status: 507, json: { status: false, success: false, code: 'storage_full', message } }),
    );
    await pay(page, who, 'RF');
    await expect(toast(page, message)).toBeVisible();
    await expect(page.getByText('Nothing is lost.')).toBeVisible();
    await expect(car(page)).toHaveValue(who.car);
    await expect(id(page)).toHaveValue(who.transaction);
  });
});

test('a payment is taken once however often Submit is pressed, and clears the form @every-size', async ({ page }) => {
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

test('a transaction ID that is taken is refused at its field', async ({ page }) => {
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

test('payment types say that they are loading, and why they did not come, and can be asked for again', async ({
  page,
}) => {
  const waiting = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/payment_types?*', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    await waiting.promise;
    return route.fulfill({ status: 404, json: { message: 'Not now.' } });
  });
  await page.goto('/main_payments');
  await expect(type(page).getByRole('option', { name: 'Loading Payment Type...' })).toBeAttached();
  await expect(type(page)).toBeDisabled();
  waiting.resolve();
  await expect(page.getByText('The list could not be loaded. Not now.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(type(page)).toBeEnabled();
});

test('the confirmation prints alone', async ({ page }) => {
  const who = somebody();
  const code = await register(page, who);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(code).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});
