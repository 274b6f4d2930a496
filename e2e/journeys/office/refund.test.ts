import { lookOver } from '../../harness/look-over.ts';
import { testOnOneDemo as test } from '../../harness/own-product.ts';
import { memberOf, signIn, signInMember } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

test('a payment is asked back by one person, approved by another, paid, and shown on the list and to the member @deep', async ({
  page,
  browser,
  product,
}) => {
  const member = memberOf(product.output());
  await signIn(page, 'systemadmin', `/view_payment/${member.code}?status=cleared`);
  await page
    .getByRole('link', { name: /^View payment/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Refund the payment/ }).click();
  const asking = page.getByRole('dialog');
  await expect(asking.getByText(/Our site promises refunds within 30 days/)).toBeVisible();
  await asking.getByLabel('Pay to').fill('024 555 0101');
  await asking.getByLabel('Reason').fill('Paid twice.');
  await asking.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(page.getByText(/This waits for approval by somebody else/)).toBeVisible();

  const second = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(second, 'superadmin', '/approvals?status=asked');
  await second.getByRole('link', { name: /^Refund: GHS/ }).click();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('Approved', { exact: true })).toBeVisible();

  const refund = /^Payment \d+/;
  await page.goto('/refunds');
  await page.getByRole('link', { name: refund }).first().click();
  await expect(page.getByText(/You asked for this, so somebody else has to decide/)).toBeVisible();
  await second.goto('/refunds');
  await second.getByRole('link', { name: refund }).first().click();
  await second.getByRole('button', { name: 'It was paid…' }).click();
  await second.getByRole('dialog').getByLabel('Reference').fill('90000000011');
  await second.getByRole('dialog').getByRole('button', { name: 'It was paid' }).click();
  await expect(second.getByText(/was paid, reference 90000000011/)).toBeVisible();
  await lookOver(second, 'refund-paid');
  await second.getByRole('link', { name: 'All refunds' }).click();
  await expect(second.getByRole('row').filter({ hasText: '90000000011' })).toContainText('Paid');

  const own = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signInMember(own, member);
  await expect(own.getByRole('heading', { name: 'Money paid back to you' })).toBeVisible();
  await expect(own.getByText(/MoMo to 024 555 0101 on .*, reference 90000000011/)).toBeVisible();
});
