import { lookOver } from '../../harness/look-over.ts';
import { testOnEmpty } from '../../harness/own-product.ts';
import { fillLogin, OWN_PASSWORD, passwordField } from '../../harness/people.ts';
import { expect } from '../../harness/test.ts';

const test = testOnEmpty();
test.describe.configure({ mode: 'serial' });

test('the first SuperAdmin’s link leads to a password, and that to the dashboard @every-look', async ({
  page,
  product,
}) => {
  await page.goto(product.firstLink());
  await expect(page.getByRole('heading', { name: 'Password Setup' })).toBeVisible();
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Super Admin');
  await expect(name).not.toBeEditable();
  const [password, confirmed] = [passwordField(page), passwordField(page, 'Confirm Password')];
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await expect(password).toHaveAccessibleDescription(
    '8 to 24 characters. Must include uppercase and lowercase letters, a number and a special character. Allowed special characters: ! @ # $ %',
  );
  await expect(confirmed).toHaveAccessibleDescription('Must match the first password input field.');

  await password.fill('banbo');
  await expect(page.getByRole('img', { name: 'Met:' })).toHaveCount(2);
  // A rule that does not hold yet is told as missing only once the field is left.
  await expect(page.getByRole('img', { name: 'Not met:' })).toHaveCount(0);
  await confirmed.focus();
  await expect(page.getByRole('img', { name: 'Not met:' })).toHaveCount(4);
  await expect(page.getByText('Invalid Entry')).toBeVisible();
  await password.fill(OWN_PASSWORD);
  await expect(page.getByRole('img', { name: 'Met:' })).toHaveCount(6);
  await confirmed.fill('Banbo@2027');
  await password.focus();
  await expect(page.getByText('Passwords do not match. Try again !')).toBeVisible();
  await expect(submit).toBeDisabled();
  await lookOver(page, 'set_password');

  await confirmed.fill(OWN_PASSWORD);
  await submit.click();
  const ok = page.getByRole('button', { name: 'Ok' });
  await expect(ok).toBeFocused();
  await ok.click();
  await expect(page).toHaveURL('/login');
  await fillLogin(page, 'superadmin', OWN_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('signing in leads to the page first asked for, and Back does not return to the sign-in page', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.goto('/registration_fees?status=cleared');
    await expect(page).toHaveURL(/\/login\?from=/);
    await fillLogin(page, 'superadmin', OWN_PASSWORD);
    await expect(page).toHaveURL('/registration_fees?status=cleared');
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Registration Fees' })).toBeVisible();
    await expect(page.getByRole('main'), 'a reload is no move').not.toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });
});
