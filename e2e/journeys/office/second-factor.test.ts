import type { Page } from '@playwright/test';
import { appCode } from '../../harness/app-code.ts';
import { lookOver } from '../../harness/look-over.ts';
import { testOnOneDemo as test } from '../../harness/own-product.ts';
import { fillLogin, PASSWORD, passwordField, signIn } from '../../harness/people.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from '../../harness/test.ts';

/** Sets up an app on the page that asks for it; answers its key and the recovery codes. */
const setUp = async (page: Page) => {
  await passwordField(page, 'Your Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const key = await page.locator('form code').innerText();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(appCode(key));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const codes = page.getByRole('region', { name: 'Your recovery codes' });
  await expect(codes.getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  return { key, recoveryCodes };
};

test('an Accounts user sets up a second factor, signs in with a code, and with a recovery code @deep', async ({
  page,
}) => {
  await signIn(page, 'accounts', '/profile');
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  const { key, recoveryCodes } = await setUp(page);
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await page.goto('/logout');
  await fillLogin(page, 'accounts');
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeFocused();
  // The code of the step in hand was used for setting up.
  await code.fill(appCode(key, 1));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/logout');
  await fillLogin(page, 'accounts');
  await page.getByRole('button', { name: 'My phone is not at hand' }).click();
  await page.getByLabel('Recovery Code').fill((recoveryCodes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/profile');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await expect(page.getByText('By password and recovery code')).toBeVisible();
  await expect(page.getByText('For a wrong code after the right password')).toBeVisible();
});

test('a SuperAdmin asks a second factor of a role, whose people set it up before anything else @deep', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin', '/system_roles');
  await page.getByRole('button', { name: 'Require for Operations' }).click();
  await expect(page.getByText('1 with this role have none')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Require' }).click();
  const row = page
    .getByRole('table', { name: 'Roles and their second factor' })
    .getByRole('row')
    .filter({ hasText: 'Operations' });
  await expect(row).toContainText('Required');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto('/login?from=/profile');
  await fillLogin(theirs, 'operations');
  await expect(theirs).toHaveURL(/\/second_factor\?from=/);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Second Factor' })).toBeVisible();
  await lookOver(theirs, 'second_factor');
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL(/\/second_factor\?from=%2Fdashboard/);
  await theirs.goto('/profile');
  await setUp(theirs);
  await expect(theirs).toHaveURL('/profile');
  await expect(theirs.getByText('Your role needs it.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  await theirs.context().close();
  await page.reload();
  await expect(row).toContainText('1 of 1');
});
