import { testOnDemo } from '../../harness/own-product.ts';
import { followMenu, signIn } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';

const test = testOnDemo();

test('a year gets its prices from the year before; then one is changed, one deleted, and one set anew @deep', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await followMenu(page, 'Payment List');
  await expect(page.getByRole('heading', { level: 1, name: 'Yearly Payment' })).toBeVisible();
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  const newest = Number(await page.locator('tbody td[data-label="Year"]').first().textContent());
  const next = String(newest + 1);

  await page.getByRole('link', { name: 'Add Payment List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment List Setup' })).toBeVisible();
  await page.getByRole('button', { name: 'Same as previous year' }).click();
  await expect(page.getByText('Please select the year.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Year' }).selectOption(next);
  await page.getByRole('button', { name: 'Same as previous year' }).click();
  await expect(page.getByText(`5 prices of ${newest} were copied to ${next}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `See the prices of ${next}` }).click();
  await expect(page.getByText('1–5 of 5')).toBeVisible();

  const platinum = `${next} MONTHLY SUBSCRIPTION (Platinum)`;
  await page.getByRole('link', { name: `Edit ${platinum}` }).click();
  await expect(page.getByLabel('Description')).toHaveValue('MONTHLY SUBSCRIPTION');
  await page.getByLabel('Amount').fill('1,350');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText(`MONTHLY SUBSCRIPTION (Platinum) costs GHS 1,350.00 in ${next}.`)).toBeVisible();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `View ${platinum}` }) });
  await expect(row).toContainText('1,350.00');

  await page.getByRole('button', { name: `Delete ${next} DEVICE PAYMENT` }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the payment list?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Delete ${next} DEVICE PAYMENT` })).toHaveCount(0);

  await page.getByRole('link', { name: 'Add Payment List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment List Setup' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Year' }).selectOption(next);
  await page.getByLabel('Payment Type').selectOption('DP');
  await expect(page.getByLabel('Description')).toHaveValue('DEVICE PAYMENT');
  await expect(page.getByText(`In ${newest} it costs GHS 1,500.00.`)).toBeVisible();
  await page.getByLabel('Amount').fill('1600');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/payment_list');
  await page.getByRole('link', { name: `View ${next} DEVICE PAYMENT` }).click();
  await expect(page.getByText('GHS 1,600.00')).toBeVisible();
});
