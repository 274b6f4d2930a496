import { lookOver } from '../../harness/look-over.ts';
import { testOnOneDemo as test } from '../../harness/own-product.ts';
import { signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test('a price in use waits for a second person, who is told, approves it and sees it hold @every-look', async ({
  page,
  browser,
}) => {
  const year = String(new Date().getUTCFullYear());
  await signIn(page, 'systemadmin', `/payment_list?year=${year}`);
  await page.getByRole('link', { name: `Edit ${year} REGISTRATION FEE` }).click();
  await expect(page.getByText(/It changes once another person has approved it/)).toBeVisible();
  await page.getByLabel('Amount').fill('260');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText(`This waits for approval by somebody else: REGISTRATION FEE ${year}.`)).toBeVisible();

  const context = await browser.newContext({ baseURL: new URL('/', page.url()).href });
  const second = await context.newPage();
  await signIn(second, 'superadmin');
  await second
    .getByRole('listitem')
    .filter({ hasText: /\d changes? waits? for your approval/ })
    .getByRole('link', { name: /Open/ })
    .click();
  await second.getByRole('link', { name: `Change of a price: REGISTRATION FEE ${year}` }).click();
  await expect(second.getByText('GHS 260.00', { exact: true })).toBeVisible();
  await lookOver(second, 'approvals-waiting');
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('Approved', { exact: true })).toBeVisible();
  await second.getByRole('link', { name: `REGISTRATION FEE ${year}`, exact: true }).click();
  await expect(second.getByText('GHS 260.00', { exact: true })).toBeVisible();
  await context.close();
});
