import { testOnDemo } from '../../harness/own-product.ts';
import { chooseMore, signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

const test = testOnDemo();

test('an administrator removes a driver with a reason and restores them @deep', async ({ page }) => {
  await signIn(page, 'systemadmin', '/global_drivers?size=100');
  await expect(page.getByText('1–60 of 60')).toBeVisible();
  await page.locator('tbody tr').last().getByRole('link').click();
  await expect(page.getByRole('button', { name: /^More about / })).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  expect(name).not.toBe('');
  await chooseMore(page, 'Remove');
  const dialog = page.getByRole('dialog', { name: `Remove ${name}?` });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('Please enter the reason.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('The car was sold.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/The driver was removed\. .+ can be registered again\./)).toBeVisible();
  await expect(page.getByText(/Removed on .+ by systemadmin: The car was sold\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeFocused();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/is a current driver again/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Text / })).toBeFocused();
});

test('the payments of a removed driver are marked, since the car may be another driver’s by now @deep', async ({
  page,
}) => {
  await signIn(page, 'systemadmin', '/registration_fees');
  const first = page.locator('tbody tr').first();
  await expect(first.getByRole('link')).toBeVisible();
  await expect(first).not.toContainText('Removed');
  await first.getByRole('link').click();
  await page.getByRole('link', { name: 'Driver details' }).click();
  await chooseMore(page, 'Remove');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The car was sold.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/Removed on .+: The car was sold\./)).toBeVisible();
  await page.goto('/registration_fees');
  await expect(first.getByText('Removed', { exact: true })).toBeVisible();
  await expect(page.locator('tbody tr').nth(1)).not.toContainText('Removed');
});
