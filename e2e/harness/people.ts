import { expect, type Locator, type Page } from '@playwright/test';

/** The demo's password, which nobody may set: it has the product's name in it. */
export const PASSWORD = 'Banbo@2026';

/** The password that people set in these journeys. */
export const OWN_PASSWORD = 'Kente$8Road';

/** The password field itself, not the button that shows it. */
export const passwordField = (page: Page, name = 'Password') => page.getByRole('textbox', { name, exact: true });

/** Fills in the staff sign-in page that is open and sends it. */
export const fillLogin = async (page: Page, username: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

/** Signs in without a page of the office: the browser keeps the session until one is opened. */
export const keepSession = async (page: Page, username: string, password = PASSWORD): Promise<void> => {
  // A page of ours without scripts, on which to store what a signed-in browser stores. That name
  // and the header below repeat the web's: journeys know the product as a browser does.
  await page.goto('/favicon.svg');
  const { agent, origin } = await page.evaluate(() => {
    localStorage.setItem('banbo.sessions', 'staff');
    return { agent: navigator.userAgent, origin: location.origin };
  });
  const headers = { 'x-requested-with': 'banbo', 'user-agent': agent, origin };
  const data = { username, password, persist: false };
  expect((await page.request.post('/api/auth/login', { data, headers })).status()).toBe(200);
};

/** Opens an office page as staff, with the call and the storage of the sign-in page. */
export const signIn = async (page: Page, username: string, path = '/dashboard', password = PASSWORD): Promise<void> => {
  await keepSession(page, username, password);
  await page.goto(path);
  if (path === '/dashboard') await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
};

/** Sets the password on the Password Setup page that is open, and confirms. */
export const setPassword = async (page: Page, password = OWN_PASSWORD): Promise<void> => {
  await passwordField(page, 'Password').fill(password);
  await passwordField(page, 'Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Ok' }).click();
};

/** One of the members that the demo prints. */
export const memberOf = (output: string, nth = 0) => {
  const match = [...output.matchAll(/^ {2}(\S.*?) {2}(DRV\w+)$/gm)][nth];
  if (!match?.[1] || !match[2]) throw new Error(`No member was printed:\n${output}`);
  return { car: match[1], code: match[2] };
};

/** Signs in as a member by the members' page, opened with `query`, and waits for their own. */
export const signInMember = async (
  page: Page,
  { car, code, password = PASSWORD }: { car: string; code: string; password?: string },
  query = '',
): Promise<void> => {
  await page.goto(`/main_login${query}`);
  await page.getByLabel('Car Number').fill(car);
  await page.getByLabel('Driver Code').fill(code);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/member\?user=\d+$/);
  // The address changes before the page does, and both have a field named Car Number.
  await expect(passwordField(page)).toBeHidden();
};

/** The office's menu, opened where it is a drawer. */
export const openMenu = async (page: Page): Promise<Locator> => {
  const menu = page.getByRole('navigation', { name: 'Office' });
  const button = page.getByRole('button', { name: 'Open the menu' });
  // A drawer opened while its page is still being left closes with that page, and is opened again.
  await expect(async () => {
    await expect(button.or(menu).first()).toBeVisible();
    if ((await button.isVisible()) && !(await menu.isVisible())) await button.click();
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return menu;
};

/** The office's menu with all groups open: that of what is not built is closed at first. */
export const openWholeMenu = async (page: Page): Promise<Locator> => {
  const menu = await openMenu(page);
  const closed = menu.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  return menu;
};

/** Follows a menu item of either side, with or without a count, and waits until a drawer closes. */
export const followMenu = async (page: Page, label: string): Promise<void> => {
  const name = new RegExp(`^${label.replaceAll(/[^\w ]/g, '.')}( \\([\\d,]+ waiting\\))?$`);
  const menu = await openMenu(page);
  const item = menu.getByRole('link', { name });
  if (!(await item.isVisible())) await menu.getByRole('group').getByRole('button', { pressed: false }).click();
  await item.click();
  await expect(page.getByRole('dialog')).toBeHidden();
};

/** Chooses one of the rarer actions of the record that is open. */
export const chooseMore = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: /^More about / }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
