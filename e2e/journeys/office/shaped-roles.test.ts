import { testOnDemo } from '../../harness/own-product.ts';
import { openMenu, signIn } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';
import { submit } from '../../harness/visitor.ts';

const test = testOnDemo();
test.describe.configure({ mode: 'serial' });

const MONEY = '70000000075';
const REASON = 'One takes the money, another one decides on it.';

test('a cashier and an accountant are made of roles, and each does theirs and is refused the other’s @deep', async ({
  browser,
  product,
}) => {
  // Five people sign in.
  test.setTimeout(240_000);
  const openAs = async (username: string, path: string) => {
    const page = await (await browser.newContext({ baseURL: product.url })).newPage();
    await signIn(page, username, path);
    return page;
  };

  // Both are signed in before, and their offices change while they are open.
  const cashier = await openAs('operations', '/dashboard');
  const accountant = await openAs('accounts', '/dashboard');
  await expect((await openMenu(cashier)).getByRole('link', { name: 'Receive Payments' })).toHaveCount(0);
  await cashier.goto('/receive_payments');
  await expect(cashier).toHaveURL('/unauthorized');
  await cashier.goto('/dashboard');

  const boss = await openAs('superadmin', '/system_roles');
  const grant = async (role: string, names: readonly RegExp[]) => {
    await boss.getByRole('link', { name: role, exact: true }).first().click();
    await expect(boss.getByRole('heading', { level: 1, name: role })).toBeVisible();
    for (const name of names) {
      const permission = boss.getByRole('switch', { name });
      await permission.focus();
      await boss.keyboard.press('Space');
      await expect(permission).toBeChecked();
    }
    await expectAccessible(boss);
    await boss.getByRole('button', { name: 'Change the role' }).click();
    await boss.getByLabel('Reason').fill(REASON);
    await boss.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(boss.getByText('A change of this role waits for approval')).toBeVisible();
    await boss.getByRole('link', { name: 'All roles' }).click();
  };
  await grant('Operations', [/^Search/, /^Receive at the desk/]);
  await grant('Accounts', [/^Clear, reject/]);

  const second = await openAs('systemadmin', '/approvals');
  for (const role of ['Operations', 'Accounts']) {
    await second.goto('/approvals');
    await second
      .getByRole('row')
      .filter({ hasText: `the role ${role}` })
      .getByRole('link')
      .first()
      .click();
    await second.getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(second.getByText('The permissions are changed.')).toBeVisible();
  }

  // Without signing in again or loading a page.
  const cashierMenu = await openMenu(cashier);
  await cashierMenu.getByRole('link', { name: 'Receive Payments' }).click();
  await expect(cashier.getByRole('heading', { level: 1, name: 'Receive Payments' })).toBeVisible();
  await cashierMenu.getByRole('link', { name: 'Capture MoMo' }).click();
  await cashier.getByLabel('Transaction ID').fill(MONEY);
  await cashier.getByLabel('Amount').fill('75.00');
  await cashier.getByLabel('I have seen this payment in the MoMo account').check();
  await submit(cashier).click();
  await expect(cashier.getByText('is captured.').first()).toBeVisible();
  await expect(cashierMenu.getByRole('link', { name: /^Payment Clearance/ })).toHaveCount(0);
  await cashier.goto('/payment_clearance');
  await expect(cashier).toHaveURL('/unauthorized');

  const accountantMenu = await openMenu(accountant);
  await accountantMenu.getByRole('link', { name: /^Payment Clearance/ }).click();
  await expect(accountant.getByRole('heading', { level: 1, name: 'Payment Clearance' })).toBeVisible();
  await expect(accountantMenu.getByRole('link', { name: 'Capture MoMo' })).toHaveCount(0);
  await accountant.goto(`/payment_clearance?search=${MONEY}`);
  await expect(accountant.getByRole('main').getByText(MONEY).first()).toBeVisible();
  await accountant.goto('/capture_momo');
  await expect(accountant).toHaveURL('/unauthorized');

  await boss.goto('/audit_log');
  await expect(boss.getByRole('row').filter({ hasText: 'Changed what a role may do' }).first()).toBeVisible();
});
