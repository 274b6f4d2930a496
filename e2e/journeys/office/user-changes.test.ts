import { testOnDemo } from '../../harness/own-product.ts';
import { fillLogin, OWN_PASSWORD, passwordField, setPassword, signIn } from '../../harness/people.ts';
import { staffCalls } from '../../harness/staff-calls.ts';
import { expect } from '../../harness/test.ts';

const test = testOnDemo();
// The last change of the user is that they are deleted.
test.describe.configure({ mode: 'serial' });

const USER = { username: 'akosua.sarpong', email: 'akosua.sarpong@example.com' };

test.beforeAll(async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.url });
  const send = await staffCalls(page, product.url, 'superadmin');
  const names = { first_name: 'Akosua', last_name: 'Sarpong' };
  const { setup_code } = await send('POST', '/users', { ...USER, ...names, user_role: 'SystemUser' });
  const password = { email: USER.username, setup_code, password: OWN_PASSWORD };
  await send('POST', '/auth/set_admin_password', password);
  await page.close();
});

test('a first-time user who comes by the sign-in page is asked for the setup code @deep', async ({ page }) => {
  await signIn(page, 'superadmin', '/add_system_user');
  await page.getByLabel('Username').fill('kwame.new');
  await page.getByLabel('Role').selectOption('Operations');
  await page.getByLabel('First Name').fill('Kwame');
  await page.getByLabel('Last Name').fill('New');
  await page.getByLabel('E-mail').fill('kwame.new@example.com');
  await page.getByRole('button', { name: 'Create user' }).click();
  const code = new URL(await page.getByLabel('Invitation link').inputValue()).hash.replace('#code=', '');
  await page.goto('/logout');
  await page.getByLabel('Username').fill('kwame.new');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: 'Password Setup' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kwame New');
  expect(page.url()).not.toContain('kwame.new@example.com');
  await page.getByLabel('Setup Code').fill(code);
  await setPassword(page);
  await expect(page).toHaveURL('/login');
});

test('three wrong passwords block a user on their own device, and a higher rank lets them in again @deep', async ({
  page,
  browser,
}) => {
  await signIn(page, USER.username, '/dashboard', OWN_PASSWORD);
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  for (const attempt of [1, 2, 3]) {
    await page.goto('/login');
    await fillLogin(page, USER.username, 'Wrong@2026');
    await expect(page.getByText('Wrong Username or Password').first()).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue(attempt < 3 ? USER.username : '');
    await expect(passwordField(page)).toHaveValue('');
  }
  await page.getByLabel('Username').fill(USER.username);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('status').filter({ hasText: /block/i }).first()).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('');

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'systemadmin', '/system_users?search=akosua.sarpong');
  await admin.getByRole('link', { name: 'Akosua Sarpong' }).click();
  await expect(admin.getByText('Locked')).toBeVisible();
  await admin.getByRole('button', { name: 'Reset wrong passwords' }).click();
  await expect(admin.getByText('Active')).toBeVisible();
  await admin.context().close();

  await page.reload();
  await fillLogin(page, USER.username, OWN_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('a blocked user is out at once and in again when unblocked @deep', async ({ page, browser }) => {
  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, USER.username, '/dashboard', OWN_PASSWORD);
  await signIn(page, 'systemadmin', '/system_users?search=akosua.sarpong');
  await page.getByRole('link', { name: 'Akosua Sarpong' }).click();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
  await expect(page.locator('main'), 'once the question and its button are gone').toBeFocused();
  await theirs.goto('/registration_fees');
  await expect(theirs).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await theirs.context().close();
});

test('editing, another role and deleting are recorded in the audit log @deep', async ({ page }) => {
  await signIn(page, 'systemadmin', '/system_users?search=akosua.sarpong');
  await page.getByRole('link', { name: 'Akosua Sarpong' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Last Name').fill('Sarpong-Mensah');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Akosua Sarpong-Mensah' })).toBeVisible();
  await page.getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('Operations');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Operations' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/system_users');
  await page.goto('/system_users?search=akosua.sarpong');
  await expect(page.getByText('No users match this search.')).toBeVisible();

  await page.goto('/audit_log');
  const searchFor = async (label: string, action: string): Promise<void> => {
    await page.getByLabel('What', { exact: true }).selectOption({ label });
    await page.getByLabel('Who (username)').fill('systemadmin');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`action=${action}(&|$)`));
  };
  await searchFor('Changed a user’s details', 'users.change');
  await searchFor('Changed a user’s role', 'users.change_role');
  await expect(page.getByLabel('What', { exact: true })).toHaveValue('users.change_role');
  await expect(
    page.getByRole('row').filter({ hasText: 'Operations' }).filter({ hasText: 'SystemUser' }).first(),
  ).toBeVisible();
});

test('one sees one’s devices and can sign out of another, or of all @deep', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'operations');
  await signIn(page, 'operations', '/profile');
  await expect(page.getByText('This device')).toBeVisible();
  await page
    .getByRole('button', { name: /^Sign out of / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Sign out of / })).toHaveCount(0);
  await other.goto('/profile');
  await expect(other).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  await other.context().close();
});
