import { testOnOneDemo as test } from '../../harness/own-product.ts';
import { fillLogin, OWN_PASSWORD, openMenu, openWholeMenu, setPassword, signIn } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

/** The land side of Accounts: all of the tenants' and accounts' pages, and system admin. */
const ACCOUNTS_MENU = [
  'Dashboard',
  'Sales & Regularization',
  'Global Tenants',
  'New Purchase',
  'Regularization',
  'Transfer',
  'Others',
  'Zonal Tenants',
  'Personal Information',
  'Contact Information',
  'Next of Kin',
  'Contact Person & Reference',
  'Pending Approvals',
  'Approved Tenants',
  'Rejected Tenants',
  'Update Response',
  'Activation Response',
  'Messages Response',
  'Receive Payment',
  'Receipts',
  'Refund Payment',
  'Yearly Payments',
  'Accounts Report',
  'Court Cases',
  'Pending Cases',
  'Resolved Cases',
  'Operational Reports',
  'Detailed Statement',
  'Summary Statement',
  'System Users',
  'System Roles',
  'Logout',
];

const USER = { username: 'akosua.sarpong', email: 'akosua.sarpong@example.com' };

test('a SuperAdmin creates an Accounts user, who sets a password by the invitation and sees their menu', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin', '/system_users');
  await page.getByRole('link', { name: 'Add user' }).click();
  await expect(page.getByRole('heading', { name: 'Add User' })).toBeVisible();
  await page.getByLabel('Username').fill('accounts');
  await page.getByLabel('First Name').focus();
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('Please enter the name. One of the two is enough.')).toBeVisible();
  await expect(page.getByText('Please choose the role.')).toBeVisible();

  await page.getByLabel('Username').fill(USER.username);
  await page.getByLabel('Role').selectOption('Accounts');
  await page.getByLabel('First Name').fill('Akosua');
  await page.getByLabel('Last Name').fill('Sarpong');
  await page.getByLabel('E-mail').fill(USER.email);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('heading', { name: 'User waits for approval' })).toBeVisible();
  const second = await (await browser.newContext()).newPage();
  await signIn(second, 'systemadmin', '/approvals?status=asked');
  await second.getByRole('link', { name: /Akosua Sarpong/ }).click();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('superadmin can make the invitation now')).toBeVisible();
  await second.context().close();
  await page.getByRole('link', { name: 'All users' }).click();
  await page.getByRole('link', { name: 'Akosua Sarpong' }).click();
  await page.getByRole('button', { name: 'New invitation' }).click();
  const link = await page.getByLabel('Invitation link').inputValue();
  await expect(page.getByText('Has not set a password yet.')).toBeVisible();

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await expect(theirs.getByLabel('Name', { exact: true })).toHaveValue('Akosua Sarpong');
  await setPassword(theirs);
  await fillLogin(theirs, USER.username, OWN_PASSWORD);
  await expect(theirs).toHaveURL(/\/dashboard$/);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect((await openMenu(theirs)).getByRole('link', { name: 'Money Received' })).toBeVisible();
  const items = await (await openWholeMenu(theirs)).getByRole('listitem').allTextContents();
  expect(items.map((item) => item.replace('(not built yet, it comes with a later version)', ''))).toEqual(
    expect.arrayContaining(ACCOUNTS_MENU),
  );
  await theirs.context().close();
});
