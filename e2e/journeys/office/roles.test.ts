import { defaultRights, menusOf } from '@banbo/contract';
import { testOnSharedDemo as test } from '../../harness/own-product.ts';
import { chooseMore, followMenu, openMenu, setPassword, signIn } from '../../harness/people.ts';
import { expect, expectAccessible } from '../../harness/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// `every-role.test.tsx` opens every item as every role; a walk opens every page in a browser.
test('the menu is a drawer on a phone, follows to the last page of each group, and leads to the way out @deep', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'superadmin');
  for (const { items, isOpen } of menusOf(defaultRights('SuperAdmin'))) {
    const last = items.findLast(({ path }) => path !== '/logout');
    if (!last || !isOpen) continue;
    await followMenu(page, last.label);
    await expect(page).toHaveURL(last.path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await followMenu(page, 'Logout');
  await expect(page).toHaveURL('/login');
});

test('an address that leads nowhere keeps staff in the office, and shows others the 404 page @deep', async ({
  page,
}) => {
  await page.goto('/no_such_page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  await signIn(page, 'legal', '/no_such_page');
  await expect(page.getByText('The office has no page at this address.')).toBeVisible();
  await expectAccessible(page);
  await (await openMenu(page)).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('a driver gets a new password code at the counter, with a link that fills it in @deep', async ({
  page,
  browser,
}) => {
  await signIn(page, 'superadmin', '/global_drivers');
  await page.locator('main a[href^="/view_driver/"]').first().click();
  await chooseMore(page, 'New password code');
  await page.getByRole('button', { name: 'Make the code' }).click();
  const link = await page.getByLabel('Link with the code').inputValue();
  await expectAccessible(page);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await setPassword(theirs);
  await expect(theirs).toHaveURL('/main_login');
  await theirs.context().close();
});
