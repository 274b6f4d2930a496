import { listCsv, nextListed } from '../../../server/test/builders/driver-lists.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnOneDemo as test } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test('a list of drivers is sent, its columns chosen, its lines looked at, and its drivers are there @deep', async ({
  page,
}) => {
  await signIn(page, 'systemadmin', '/global_drivers');
  await expect(page.getByText('1–20 of 60')).toBeVisible();
  const known = (await page.locator('tbody tr').first().locator('td').nth(2).textContent()) ?? '';
  await page.getByRole('main').getByRole('link', { name: 'Driver Import' }).click();
  const added = Array.from({ length: 12 }, (_, n) => ({
    ...nextListed(),
    'Car Number': `AS ${7000 + n}-26`,
    'Mobile Number': `02499000${10 + n}`,
    'ID Number': '',
  }));
  const [first = nextListed()] = added;
  const lines = [
    ...added,
    { ...first, 'Mobile Number': '0249900099' },
    { ...nextListed({ 'ID Number': '' }), 'Car Number': known, 'Mobile Number': '0249900098' },
    { ...nextListed({ 'ID Number': '' }), 'Car Number': 'AS 7100-26', 'Mobile Number': '0302' },
  ];
  await page.getByLabel('File of drivers').setInputFiles({
    name: 'Old book.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(listCsv(lines)),
  });
  await expect(page).toHaveURL(/\/driver_import\/\d+$/);
  await expect(page.getByLabel('Car number', { exact: true })).toHaveValue('2');
  await lookOver(page, 'driver_import-columns');
  await page.getByLabel('Days').selectOption({ label: 'Day first: 20/11/2026' });
  await page.getByLabel('Usual nationality').selectOption('GHANAIAN');
  await page.getByRole('button', { name: 'Check the lines' }).click();
  const figures = page.getByRole('group', { name: 'What happens' });
  await expect(figures.getByRole('button')).toHaveText([
    '1 Registered already',
    '1 Refused',
    '12 Will be added, with a remark',
    '1 Twice in this file',
  ]);
  await figures.getByRole('button', { name: /Refused/ }).click();
  await expect(page.getByText('Mobile number: Give a Ghana phone number, like 024 123 4567.')).toBeVisible();
  await lookOver(page, 'driver_import-lines');
  await page.getByRole('button', { name: 'Import 12 lines' }).click();
  await expect(page.getByText(/12 drivers were added\. Nobody was texted/)).toBeVisible();

  await page.goto('/global_drivers?records=incomplete');
  // Beside those of the demo's old list.
  await expect(page.getByText('1–17 of 17')).toBeVisible();
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await expect(page.getByText(/Incomplete: this record lacks gender/)).toBeVisible();
  await page.getByRole('link', { name: 'Imported from a list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Old book.csv' })).toBeVisible();

  await page.getByRole('button', { name: 'Take back' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText(/^12 drivers of this list are removed\./)).toBeVisible();
  await question.getByLabel(/Reason/).fill('The list of another company.');
  await question.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText(/^12 drivers of this list were taken back/)).toBeVisible();
  await page.goto('/global_drivers?records=incomplete');
  await expect(page.getByText('1–5 of 5')).toBeVisible();
});
