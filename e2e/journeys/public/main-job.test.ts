import type { Page } from '@playwright/test';
import { fillLogin, OWN_PASSWORD, setPassword } from '../../harness/people.ts';
import { type Product, startEmpty } from '../../harness/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';
import {
  fillRegistration,
  photograph,
  previous,
  somebody,
  submit,
  toast,
  test as visit,
} from '../../harness/visitor.ts';

const test = visit.extend<{ empty: Product }>({
  // A fixture, so that it ends when a step fails too.
  empty: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
    async ({}, use) => {
      const product = await startEmpty();
      await use(product);
      await product.stop();
    },
    { timeout: 120_000 },
  ],
});

/** The first SuperAdmin signs in and enters the company's account, as the dashboard says. */
const openPayments = async (office: Page, product: Product): Promise<void> => {
  await office.goto(product.firstLink());
  await setPassword(office);
  await expect(office).toHaveURL('/login');
  await fillLogin(office, 'superadmin', OWN_PASSWORD);
  const line = office.getByRole('alert').filter({ hasText: 'Payments are not open yet.' });
  await line.getByRole('link', { name: 'General Setup' }).click();
  await office.getByRole('button', { name: 'Add mobile money number' }).click();
  await office.getByLabel('Network of mobile money number 1').fill('MTN MoMo');
  await office.getByLabel('Number of mobile money number 1').fill('024 123 4567');
  await office.getByLabel('In the name of of mobile money number 1').fill('Akwaaba Safety');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(toast(office, 'marked as decided alone')).toBeVisible();
};

test('from an empty folder: payments are opened, a driver registers and pays, and staff see both @phone-and-desk', async ({
  browser,
  empty: product,
}, { project }) => {
  const asPerson = () => browser.newContext({ ...project.use, baseURL: product.url });
  const [early, context, clerk] = [await asPerson(), await asPerson(), await asPerson()];
  const visitor = await early.newPage();
  await visitor.goto('/main_payments');
  await expect(visitor.getByText('Payments open soon.')).toBeVisible();
  await early.close();
  const office = await clerk.newPage();
  await openPayments(office, product);
  const page = await context.newPage();
  const who = somebody();

  await page.goto('/');
  await page.getByRole('link', { name: 'See what is in each plan' }).click();
  await page.getByRole('link', { name: 'Start Platinum' }).click();
  await fillRegistration(page, who);
  for (let step = 6; step > 1; step -= 1) await previous(page).click();
  await page
    .locator('[data-source=files]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photograph(page, 640, 800) });
  await expect(page.getByAltText('The chosen portrait')).toBeVisible();
  for (let step = 1; step < 6; step += 1) await page.getByRole('button', { name: 'Next' }).click();
  await submit(page).click();
  const registered = page.getByRole('region', { name: 'You are registered' });
  const code = await registered.getByText(/^DRV\d{6}\w$/).innerText();
  await expect(toast(page, code)).toBeVisible();
  await expect(page).toHaveURL('/main_payments');

  await page.getByLabel('Transaction ID').fill(who.transaction);
  await submit(page).click();
  await expect(page.getByRole('region', { name: 'Your payment waits to be cleared' })).toContainText(who.transaction);

  await context.close();

  await office.goto('/dashboard');
  await expect(office.getByRole('main')).toContainText('Ama Mensah claims 200.00');

  await office.goto('/global_drivers');
  const driver = office.getByRole('row').filter({ hasText: who.car });
  await expect(driver).toContainText('Ama Mensah');
  await expect(driver.locator('img')).toHaveJSProperty('complete', true);
  await expect(driver.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expectNoSidewaysScroll(office);
  await driver.getByRole('link', { name: 'Ama Mensah' }).click();
  await expect(office.getByRole('main')).toContainText(who.car);
  await expect(office.getByRole('main')).toContainText(code);
  await expect(office.getByRole('main')).toContainText('Platinum since ');

  await office.goto('/registration_fees');
  await expect(office.getByRole('row').filter({ hasText: who.transaction })).toContainText('Ama Mensah');
  // The claim is not checked yet, so it is no part of the total.
  await expect(office.getByRole('row').filter({ hasText: 'TOTAL REGISTRATION FEES' })).toContainText(/FEES0\.00/);
  await expect(office.getByRole('row').filter({ hasText: 'Waiting to be cleared' })).toContainText('200.00');
  await expectNoSidewaysScroll(office);
  await expectAccessible(office);
  await clerk.close();
});
