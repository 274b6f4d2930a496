import { nextHeldLine, REGISTER_MAPPING, registerCsv } from '../../../../server/test/builders/land-registers.ts';
import { type LandOffice, testOnLandOffice as test } from '../../../harness/land-office.ts';
import { lookOver } from '../../../harness/look-over.ts';
import { fillLogin, OWN_PASSWORD } from '../../../harness/people.ts';
import { expect } from '../../../harness/test.ts';
import { somebody } from '../../../harness/visitor.ts';

const ZONE = 'Rent Zone';
const YEAR = new Date().getFullYear();
const RENT = `Ground rent of ${YEAR}`;

/** Lets a thousand plots of a zone to tenants of their own, by a register; one has a password. */
const fillZone = async (office: LandOffice): Promise<string> => {
  const call = await office.callsOf('superadmin');
  const lines = Array.from({ length: 1_000 }, (_, n) =>
    nextHeldLine(ZONE, n === 0 ? { Tenant: 'Naa Okpoti', 'Plot No': 'OKPOTI-1' } : {}),
  );
  const file = { name: 'Rent roll.csv', mimeType: 'text/csv', buffer: Buffer.from(registerCsv(lines)) };
  const { import_id } = await call('POST', '/land_imports', undefined, { file });
  await call('PATCH', `/land_imports/${import_id}`, { ...REGISTER_MAPPING, missing_zones: 'add' });
  await call('POST', `/land_imports/${import_id}/import`);
  const status = async () => (await call('GET', `/land_imports/${import_id}`)).status;
  await expect.poll(status, { timeout: 120_000 }).toBe('imported');
  const [{ id, tenant_code: username }] = await call('GET', '/tenants?search=Okpoti');
  const { setup_code } = await call('POST', `/tenants/${id}/setup_code`);
  await call('POST', '/auth/set_tenant_password', { username, setup_code, password: OWN_PASSWORD });
  return username;
};

test('rent of 1,000 tenancies is looked through and raised, and a tenant pays a part of theirs @deep', async ({
  office,
  page,
}) => {
  test.setTimeout(480_000);
  const code = await fillZone(office);
  const accounts = await office.openAs('accounts', '/ground_rent');

  await test.step('the accountant looks what would be raised, and raises it', async () => {
    await accounts.getByRole('button', { name: 'Raise rent…' }).click();
    const asking = accounts.getByRole('dialog');
    await expect(asking.getByLabel('Year')).toHaveValue(String(YEAR));
    await asking.getByLabel('Zone').selectOption(ZONE);
    await asking.getByRole('button', { name: 'Look what would be raised' }).click();
    await expect(accounts.getByRole('heading', { level: 1, name: `${RENT}, ${ZONE}` })).toBeVisible();
    await expect(accounts.getByText(/^Would raise GHS 400,000.00 on 1,000 tenancies/)).toBeVisible();
    await expect(accounts.getByRole('status').filter({ hasText: '1,000 tenancies looked at.' })).toBeVisible();
    await expect(accounts.getByRole('row').filter({ hasText: ZONE })).toHaveCount(20);
    await lookOver(accounts, 'look');
    await accounts.getByRole('button', { name: 'Raise GHS 400,000.00' }).click();
    await accounts.getByRole('dialog').getByRole('button', { name: 'Raise it' }).click();
    await expect(accounts.getByText(/^Raised GHS 400,000.00 on 1,000 tenancies/)).toBeVisible();
    await lookOver(accounts, 'raised');
    await accounts.goto('/ground_rent');
    await expect(accounts.getByRole('row').filter({ hasText: ZONE })).toHaveCount(2);
    await lookOver(accounts, 'runs');
    await accounts.goto('/rent_arrears');
    await expect(accounts.getByRole('row').filter({ hasText: 'OKPOTI-1' })).toContainText('400.00');
    await lookOver(accounts, 'arrears');
  });

  const { transaction } = somebody();
  await test.step('the tenant sees the rent, and claims that they sent all of it', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/tenant_login');
    await fillLogin(page, code, OWN_PASSWORD);
    const owed = page.getByRole('list', { name: 'Ground rent that you owe' });
    await expect(owed).toContainText('GHS 400.00');
    await owed.getByRole('button', { name: /^Pay ground rent of / }).click();
    const form = page.getByRole('form', { name: 'Payment' });
    await expect(form.getByLabel('Amount')).toHaveValue('400.00');
    await form.getByLabel('Transaction ID').fill(transaction);
    await lookOver(page, 'claim');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByRole('status').first()).toContainText('waits to be cleared');
  });

  await test.step('GHS 390.00 have come, which clear the claim as so much', async () => {
    const clerk = await office.openAs('superadmin', '/payment_clearance?side=land');
    await clerk.getByRole('link', { name: /^Naa Okpoti/ }).click();
    const opened = clerk.getByRole('complementary', { name: 'The chosen case' });
    await expect(opened).toContainText('None with this transaction ID yet.');
    await expect(opened).not.toContainText('Money that may be theirs');
    await lookOver(clerk, 'waits');
    const cashier = await office.openAs('systemadmin', clerk.url());
    await cashier.getByRole('link', { name: 'Capture its money' }).click();
    await expect(cashier.getByLabel('Transaction ID')).toHaveValue(transaction);
    await cashier.getByLabel('Amount').fill('390');
    await cashier.getByLabel('I have seen this payment in the MoMo account').check();
    await expect(cashier.getByRole('region', { name: 'Claim' })).toContainText('OKPOTI-1');
    await lookOver(cashier, 'capture');
    await cashier.getByRole('button', { name: 'Submit' }).click();
    await expect(cashier.getByRole('region', { name: 'Captured just now' })).toContainText('390.00');
    await expect(opened).toContainText('GHS 390.00');
    await expect(opened).not.toContainText(/driver/i);
    await lookOver(clerk, 'differs');
    await opened.getByRole('button', { name: 'Clear GHS 390.00' }).click();
    await expect(clerk.getByRole('link', { name: /^Naa Okpoti/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Ground rent that you owe' })).toContainText('GHS 10.00');
    await expect(page.getByRole('button', { name: /receipt of/ })).toHaveCount(1);
    await lookOver(page, 'paid');
  });

  await test.step('the statement has the charge, the payment, and what is still owed', async () => {
    await accounts.goto('/tenant_detailed_statement');
    await accounts.getByLabel('Find the tenant').fill('Okpoti');
    await accounts
      .getByRole('list', { name: 'Tenants found' })
      .getByRole('button', { name: /Naa Okpoti/ })
      .click();
    const lines = accounts.getByRole('row');
    await expect(lines.filter({ hasText: RENT })).toContainText('400.00');
    await expect(lines.filter({ hasText: 'CC2000 Ground Rent' })).toContainText(/R\d{6}.*390\.00.*10\.00/);
    const balances = accounts.getByLabel('Balances of Naa Okpoti');
    await expect(balances).toContainText(/Charged\s*GHS\s*400\.00/);
    await expect(balances).toContainText(/Rent paid\s*GHS\s*390\.00/);
    await expect(balances).toContainText(/Owed at the end\s*GHS\s*10\.00/);
    await lookOver(accounts, 'statement');
    await accounts.goto('/rent_arrears');
    await accounts.getByRole('link', { name: /OKPOTI-1/ }).click();
    await expect(accounts.getByRole('region', { name: 'Balance' })).toContainText('GHS 10.00');
    await lookOver(accounts, 'account');
  });
});
