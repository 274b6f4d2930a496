import { formatPhone } from '@banbo/contract';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';
import {
  fillContact,
  fillKin,
  fillPersonal,
  goToCheck,
  heading,
  next,
  openDraft,
  photograph,
  previous,
  register,
  registerWithoutPage,
  somebody,
  submit,
  test,
  toast,
} from '../../harness/visitor.ts';

const expectPage = async (page: Page, title: string, step: number): Promise<void> => {
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByText(`Step ${step} of 6`)).toBeVisible();
  await expect(page.locator('[aria-current="step"]')).toContainText(title);
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
};

test('a driver registers with a photo in six pages, is shown the driver code and pays with it @phone-and-desk', async ({
  page,
}) => {
  const who = somebody();
  await page.goto('/main_registration?plan=standard');
  await expect(page.getByText('Plan asked for: Standard, GHS 800.00 a month')).toBeVisible();
  await expectPage(page, 'PERSONAL INFORMATION', 1);
  await expect(previous(page)).toBeHidden();
  await expect(next(page)).toBeDisabled();
  await expect(submit(page)).toBeHidden();
  await fillPersonal(page, who);
  await expect(page.getByLabel('Last Name')).toHaveValue('MENSAH');
  await expect(page.getByLabel('Expiry Date')).toHaveValue('2030-02-28');
  await expect(page.getByLabel('Expiry Date')).not.toBeEditable();
  await page
    .locator('[data-source=files]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photograph(page, 640, 800) });
  await expect(page.getByAltText('The chosen portrait')).toBeVisible();
  await next(page).click();

  await expectPage(page, 'CONTACT INFORMATION', 2);
  await expect(page.getByLabel('Car Number')).toBeFocused();
  await expect(next(page)).toBeDisabled();
  await fillContact(page, who);
  await next(page).click();

  await expectPage(page, 'NEXT OF KIN', 3);
  await expect(page.getByLabel('Next of Kin')).toBeFocused();
  await expect(next(page)).toBeDisabled();
  await fillKin(page);
  await next(page).click();

  await expectPage(page, 'REFERENCE PERSON', 4);
  await expect(next(page)).toBeEnabled();
  await next(page).click();

  await expectPage(page, 'TERMS & CONDITIONS', 5);
  const agree = page.getByRole('checkbox');
  await expect(agree).toBeChecked();
  await agree.uncheck();
  await expect(next(page)).toBeDisabled();
  await agree.check();
  const agreement = page.getByRole('link', { name: 'Read the agreement (PDF)' });
  const pdf = await page.request.get((await agreement.getAttribute('href')) ?? '');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await next(page).click();

  await expectPage(page, 'PAYMENT INFORMATION', 6);
  await expect(next(page)).toBeHidden();
  await expect(page.getByText('GHS 1,500.00')).toBeVisible();
  await expect(page.getByText('MENSAH', { exact: true })).toBeVisible();
  await submit(page).click();

  await expect(toast(page, /You are registered\. Your driver code is DRV/)).toBeVisible();
  await expect(page).toHaveURL('/main_payments');
  const confirmation = page.getByRole('region', { name: 'You are registered' });
  await expect(confirmation.getByText(/^DRV\d{6}\w$/)).toBeVisible();
  await expect(confirmation, 'people know their own name and number').toContainText('NameAMA MENSAH');
  await expect(confirmation).toContainText(`Mobile Number${formatPhone(`0${who.mobile}`)}`);
  await expect(confirmation).toContainText('Plan asked forStandard, GHS 800.00 a monthCode');
  await expect(confirmation).toContainText('We agree the plan with you when we fit the device.');
  await expectAccessible(page);
  await expect(page.getByLabel('Car Number')).toHaveValue(who.car);
  await expect(page.getByLabel('Amount')).toHaveValue('200.00');
  await page.getByLabel('Transaction ID').fill(who.transaction);
  await submit(page).click();
  const paid = page.getByRole('region', { name: 'Your payment waits to be cleared' });
  await expect(paid).toContainText(who.transaction);
  await expect(paid.getByText(/^DRV\d{6}\w$/), 'its codes are not shown again').toBeVisible();
  await expect(paid).toContainText('Code to set your password');
  await expect(paid.getByRole('link', { name: 'Set your password' })).toHaveAttribute('href', /#code=/);
  await expect(page.getByLabel('Car Number')).toHaveCount(0);
  await expect(confirmation).toHaveCount(0);
  await expectAccessible(page);
});

test('the draft survives a reload on its page, says so, and can be cleared @deep', async ({ page }) => {
  const who = somebody();
  await page.goto('/main_registration');
  await fillPersonal(page, who);
  await next(page).click();
  await page.getByLabel('Car Number').fill(who.car);
  await page.reload();
  await expect(heading(page)).toHaveText('CONTACT INFORMATION');
  await expect(page.getByLabel('Car Number')).toHaveValue(who.car);
  await expect(page.getByRole('status').filter({ hasText: 'Your draft is back.' })).toBeVisible();
  await page.goto('/about');
  await page.goto('/main_registration');
  await expect(page.getByText('Your draft is back.')).toBeVisible();
  await expect(page.getByLabel('Last Name')).toHaveValue('MENSAH');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the draft' }).click();
  await expect(page.getByLabel('Last Name')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Last Name')).toHaveValue('');
  await expect(page.getByText('Your draft is back.')).toBeHidden();
});

const skip = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Skip to the page' }).press('Enter');
  await expect(page.locator('#content')).toBeFocused();
};

test('skipping to the page leaves the wizard on its page @deep', async ({ page }) => {
  await page.goto('/main_registration');
  await fillPersonal(page, somebody());
  await next(page).click();
  // The new page of the wizard takes the focus when it is there.
  await expect(page.getByLabel('Car Number')).toBeFocused();
  await skip(page);
  await expect(heading(page)).toHaveText('CONTACT INFORMATION');
});

test('skipping to the page leaves the confirmation of a registration where it is @deep', async ({ page }) => {
  await register(page, somebody());
  await skip(page);
  await expect(page.getByRole('region', { name: 'You are registered' })).toBeVisible();
});

test.describe('with a line that breaks', () => {
  test.use({ mayComplain: /status of 502/ });

  test('when the answer gets lost everything stays, and Submit again brings the same driver', async ({ page }) => {
    const codes: string[] = [];
    await page.route('**/api/drivers', async (route) => {
      const response = await route.fetch();
      codes.push((await response.json()).driver.driver_code);
      if (codes.length > 1) return route.fulfill({ response });
      return route.fulfill({ status: 502, json: { message: 'The line broke.' } });
    });
    await openDraft(page, somebody());
    await goToCheck(page);
    await submit(page).click();
    await expect(toast(page, 'The line broke.')).toBeVisible();
    await expect(page.getByText('KOFI MENSAH')).toBeVisible();
    await submit(page).click();
    await expect(page.getByRole('region', { name: 'You are registered' })).toContainText(codes[0] ?? 'none');
    expect(codes).toEqual([codes[0], codes[0]]);
  });
});

test('a repeated mobile number leads back to its field, which is not its page’s first, and all stays @deep', async ({
  page,
}) => {
  const first = somebody();
  await registerWithoutPage(page, first);
  await openDraft(page, { ...somebody(), mobile: first.mobile });
  await goToCheck(page);
  await submit(page).click();
  const message =
    /^This mobile number is already registered\. If you have a car with us already, sign in on .+, or call 0/;
  await expect(toast(page, message)).toBeVisible();
  await expect(heading(page)).toHaveText('CONTACT INFORMATION');
  const field = page.getByLabel('Mobile Number', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toBeInViewport();
  await expect(page.getByLabel('Email')).toHaveValue('ama@example.com');
  await expectAccessible(page);
});

test('Back after a registration leads to the page before the wizard @deep', async ({ page }) => {
  await page.goto('/about');
  await register(page, somebody());
  await expect(page).toHaveURL('/main_payments');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});
