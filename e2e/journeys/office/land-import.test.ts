import { nextHeldLine, nextPlotLine, registerCsv, squareAt } from '../../../server/test/builders/land-registers.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnDemo } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

const test = testOnDemo();

test('a register of land is sent, checked, imported and taken back @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/land_import');
  const ZONE = 'Import Zone';
  const lines = [
    ...Array.from({ length: 6 }, (_, n) => nextHeldLine(ZONE, { Boundary: squareAt(n, 400) })),
    nextPlotLine(ZONE, { Boundary: squareAt(0.5, 400) }),
    nextHeldLine(ZONE, { Term: '999' }),
  ];
  await page.getByLabel('Register of land', { exact: true }).setInputFiles({
    ...{ name: 'Rent roll.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(registerCsv(lines)),
  });
  await expect(page).toHaveURL(/\/land_import\/\d+$/);
  await expect(page.getByLabel('Plot number', { exact: true })).toHaveValue('2');
  await lookOver(page, 'land_import-columns');
  await page.getByLabel('Zones that are not in the list').selectOption({ label: 'Add them' });
  await page.getByLabel('Default use').selectOption('residential');
  await page.getByLabel('Default kind of owner').selectOption('stool');
  await page.getByLabel('Default owner’s name').fill('Nungua Stool');
  await page.getByLabel('Default nationality').selectOption('GHANAIAN');
  await page.getByRole('button', { name: 'Check the lines' }).click();
  await expect(page.getByText('The import would add 7 plots, 6 tenants, 6 tenancies, 1 zone.')).toBeVisible();
  const figures = page.getByRole('group', { name: 'What happens' });
  await expect(figures.getByRole('button')).toHaveText([
    '5 Will be added',
    '1 Refused',
    '2 Will be added, with a remark',
  ]);
  await figures.getByRole('button', { name: /remark/ }).click();
  await expect(page.getByText(/^Overlaps Plot R-/)).toBeVisible();
  await lookOver(page, 'land_import-lines');
  await page.getByRole('button', { name: 'Import 7 lines' }).click();
  await expect(page.getByText(/7 plots, 6 tenants, 6 tenancies, 1 zone added\. Nobody was texted/)).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText(/^19 records of this register/)).toBeVisible();
  await question.getByLabel(/Reason/).fill('The wrong register.');
  await question.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText(/19 records of this register were taken back/)).toBeVisible();
});
