import { readFile } from 'node:fs/promises';
import { testOnDemo } from '../../harness/own-product.ts';
import { chooseMore, signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

const test = testOnDemo();

test('an administrator gives a driver their data, erases them, and sees who looked @deep', async ({ page }) => {
  await signIn(page, 'systemadmin', '/global_drivers?size=100');
  await page.locator('tbody tr').last().getByRole('link').click();
  await page.getByRole('link', { name: 'Personal data' }).click();
  await expect(page.getByRole('button', { name: 'Export personal data' })).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export personal data' }).click(),
  ]);
  const file = await readFile((await download.path()) ?? '', 'utf8');
  expect(file).toContain('Your payments');
  await expect(page.getByRole('cell', { name: 'systemadmin' }).first()).toBeVisible();
  await chooseMore(page, 'Remove');
  await page.getByRole('dialog').getByLabel('Reason').fill('Left the service.');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Erase personal data' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase the data of ${name}?` });
  await dialog.getByLabel('Reason').fill('Asked for it by letter.');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText(/Personal data erased on .+: Asked for it by letter\./)).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('No personal data is held any more.')).toBeVisible();
});
