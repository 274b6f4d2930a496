import { expectAccessible } from '../../../harness/accessible.ts';
import { addTenant, applicantNamed, testOnLandOffice as test } from '../../../harness/land-office.ts';
import { OWN_PASSWORD, passwordField } from '../../../harness/people.ts';
import { expect, expectNoSidewaysScroll } from '../../../harness/test.ts';
import { toast } from '../../../harness/visitor.ts';

const NAA = applicantNamed('Naa', 'Lamptey', '0245550177');

test('three codes are one receipt that the tenant sees, and a claim of theirs is cleared by a capture @deep', async ({
  office,
  page,
}) => {
  test.setTimeout(240_000);
  const { code, tenantId, plot } = await addTenant(office, NAA, 'IN 77/2026');
  const clerk = await office.openAs('superadmin', `/tenants/${tenantId}`);

  await test.step('the clerk receives three codes at once, and prints the receipt', async () => {
    await clerk.getByRole('link', { name: 'Receive payment', exact: true }).click();
    await expect(clerk.getByRole('region', { name: 'The payer' })).toContainText('Naa Lamptey');
    for (const [index, [type, amount]] of [
      ['CC2000', '400.00'],
      ['CC5000', '50.00'],
      ['CC6000', '30.50'],
    ].entries()) {
      if (index > 0) await clerk.getByRole('button', { name: 'One more' }).click();
      const of = `of payment ${index + 1}`;
      await clerk.getByLabel(`Payment type ${of}`).selectOption(type ?? '');
      await clerk.getByLabel(type === 'CC2000' ? `Tenancy ${of}` : `Plot ${of}`).selectOption({ index: 1 });
      await clerk.getByLabel(`Amount ${of}`).fill(amount ?? '');
    }
    await expect(clerk.getByLabel('Money received')).toHaveValue('480.50');
    await expectAccessible(clerk);
    await clerk.getByRole('button', { name: 'Submit' }).click();
    const print = clerk.getByRole('button', { name: /^Print receipt R\d{6}$/ });
    await expect(print).toBeFocused();
    await clerk.goto('/tenant_transactions');
    await expect(clerk.getByRole('row').filter({ hasText: 'Naa Lamptey' })).toHaveCount(3);
    await expectAccessible(clerk);
    await clerk
      .getByRole('link', { name: /^View payment/ })
      .first()
      .click();
    await expect(clerk.getByRole('region', { name: 'Paid together' })).toContainText('In all GHS 480.50');
    await expectAccessible(clerk);
  });

  await test.step('the tenant signs in, sees the payments, and opens the receipt', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/tenant_login');
    await page.getByLabel('Username').fill(code);
    await passwordField(page).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    const mine = page.getByRole('region', { name: 'My payments' }).first();
    await expect(mine.getByRole('button', { name: /receipt of/ })).toHaveCount(3);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      mine
        .getByRole('button', { name: /receipt of/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    await expectNoSidewaysScroll(page);
  });

  await test.step('the tenant claims ground rent, which the capture clears', async () => {
    await page.getByRole('button', { name: 'Pay by mobile money' }).click();
    const form = page.getByRole('form', { name: 'Payment' });
    await form.getByLabel('Payment Type').selectOption('CC2000');
    await form.getByLabel('Plot').selectOption({ index: 1 });
    await form.getByLabel('Amount').fill('400');
    await form.getByLabel('Transaction ID').fill('69876543210');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByRole('status').first()).toContainText('waits to be cleared');
    await clerk.goto('/payment_clearance?side=land');
    await expect(clerk.getByRole('row').filter({ hasText: 'Naa Lamptey (land)' })).toBeVisible();
    await clerk.goto('/capture_momo');
    await clerk.getByLabel('Transaction ID').fill('69876543210');
    await clerk.getByLabel('Transaction ID').press('Tab');
    await expect(clerk.getByRole('region', { name: 'Claim' })).toContainText(plot);
    const call = await office.callsOf('superadmin');
    const money = { transaction_id: '69876543210', mobile_number: '', amount: '400.00', reference: '' };
    expect((await call('POST', '/payments/capture_momo', money)).result).toBe('cleared');
    await page.reload();
    await expect(page.getByRole('region', { name: 'My payments' }).first()).not.toContainText('Waiting');
    await expect(page.getByRole('button', { name: /receipt of/ })).toHaveCount(4);
  });
  await expect(toast(clerk, 'went wrong')).toHaveCount(0);
});
