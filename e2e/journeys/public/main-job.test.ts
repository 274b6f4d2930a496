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

test('from an empty folder: a driver registers and pays, and staff see both @phone-and-desk', async ({
  browser,
  empty: product,
}, { project }) => {
  const context = await browser.newContext({ ...project.use, baseURL: product.url });
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

  await page.goto(product.firstLink());
  await setPassword(page);
  await expect(page).toHaveURL('/login');
  await fillLogin(page, 'superadmin', OWN_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main')).toContainText('Ama Mensah claims 200.00');

  await page.goto('/global_drivers');
  const driver = page.getByRole('row').filter({ hasText: who.car });
  await expect(driver).toContainText('Ama Mensah');
  await expect(driver.locator('img')).toHaveJSProperty('complete', true);
  await expect(driver.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expectNoSidewaysScroll(page);
  await driver.getByRole('link', { name: 'Ama Mensah' }).click();
  await expect(page.getByRole('main')).toContainText(who.car);
  await expect(page.getByRole('main')).toContainText(code);
  await expect(page.getByRole('main')).toContainText('Platinum since ');

  await page.goto('/registration_fees');
  await expect(page.getByRole('row').filter({ hasText: who.transaction })).toContainText('Ama Mensah');
  // The claim is not checked yet, so it is no part of the total.
  await expect(page.getByRole('row').filter({ hasText: 'TOTAL REGISTRATION FEES' })).toContainText(/FEES0\.00/);
  await expect(page.getByRole('row').filter({ hasText: 'Waiting to be cleared' })).toContainText('200.00');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await context.close();
});
