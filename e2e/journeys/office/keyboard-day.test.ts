import { tabTo } from '../../harness/keyboard.ts';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { PASSWORD } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';

test('a clerk signs in, finds a driver, works through a list and signs out by keyboard alone @deep', async ({
  page,
}) => {
  const { keyboard } = page;
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await keyboard.type('superuser');
  await tabTo(page, page.getByRole('textbox', { name: 'Password', exact: true }));
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await keyboard.press('/');
  await keyboard.type('drv000001');
  await expect(page.getByRole('option', { name: /DRV000001/ })).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view_driver\/\d+$/);
  await expect(page.getByText(/DRV000001/).first()).toBeVisible();

  // A name that was misheard, and a page, by Ctrl K from wherever the focus is.
  await keyboard.press('Control+k');
  await keyboard.type('agbekko');
  await expect(page.getByRole('group', { name: 'Similar' }).getByRole('option').first()).toContainText('Agbeko');
  await expectAccessible(page);
  await keyboard.press('Control+a');
  await keyboard.type('arrears');
  await expect(page.getByRole('option', { name: /^Arrears/ })).toBeVisible();
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/arrears');

  await tabTo(page, page.getByRole('link', { name: 'Payment Transactions' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Transactions' })).toBeVisible();
  await tabTo(page, page.getByLabel('Status', { exact: true }));
  await keyboard.press('c');
  await expect(page).toHaveURL(/status=cleared/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  // Out of the choice, where letters choose.
  await keyboard.press('Tab');
  const menu = page.getByRole('button', { name: 'Views, columns and files' });
  await tabTo(page, menu);
  await keyboard.press('Enter');
  const columns = page.getByRole('menuitem', { name: 'Columns…' });
  for (let at = 0; at < 5 && !(await columns.evaluate((one) => one === document.activeElement)); at += 1)
    await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: 'Driver Code' }));
  await expect(page.getByRole('checkbox', { name: 'Driver Code' })).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('columnheader', { name: 'Driver Code' })).toHaveCount(0);

  await keyboard.press('j');
  await keyboard.press('ArrowDown');
  const second = page.locator('tbody tr').nth(1).getByRole('link');
  await expect(second).toBeFocused();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/view_payment\/DRV\w+\?payment=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Payments of / })).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Logout' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});
