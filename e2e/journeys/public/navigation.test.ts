import type { Page } from '@playwright/test';
import { tabTo } from '../../harness/keyboard.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../harness/test.ts';

const LABELS = ['HOME', 'ABOUT US', 'SERVICES', 'REGISTRATION', 'PAYMENTS', 'CONTACT US'];
const ROUTES = ['/', '/about', '/services', '/main_registration', '/main_payments', '/contact'];

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const topLinks = (page: Page) => mainNav(page).locator('ul:first-child > li > a');
const toggle = (page: Page) => page.locator('header summary', { hasText: 'Menu' });

const openNav = async (page: Page): Promise<void> => {
  if (await toggle(page).isVisible()) await toggle(page).click();
};

test('the navigation has the six labels and routes in order, and marks the page shown @every-size @deep', async ({
  page,
}) => {
  await page.goto('/services');
  await openNav(page);
  await expect(topLinks(page)).toHaveText(LABELS);
  expect(await topLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(ROUTES);
  await expect(mainNav(page).locator('[aria-current="page"]')).toHaveText('SERVICES');
});

test('a group of sub-routes opens by keyboard, and Escape closes it and gives the focus back @every-size @deep', async ({
  page,
}) => {
  await page.goto('/');
  await openNav(page);
  const group = mainNav(page).getByRole('link', { name: 'Pricing' });
  const opener = mainNav(page).locator('summary').nth(1);
  await expect(group).toBeHidden();
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(group).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(group).toBeHidden();
  await expect((await toggle(page).isHidden()) ? opener : toggle(page)).toBeFocused();
});

test('a sub-route leads to its page, and what was open closes @every-size @deep', async ({ page }) => {
  await page.goto('/');
  await openNav(page);
  await mainNav(page).locator('summary').nth(1).click();
  await mainNav(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  await expect(page.locator('header details[open]')).toHaveCount(0);
});

test('hovering shows the sub-routes', async ({ browser, product }) => {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: product.url, viewport, hasTouch: false });
  const page = await context.newPage();
  await page.goto('/');
  await topLinks(page).nth(2).hover();
  await expect(mainNav(page).getByRole('link', { name: 'Pricing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mainNav(page).getByRole('link', { name: 'Pricing' })).toBeHidden();
  await context.close();
});

test('the row folds behind a toggle below 850 px, and is a drawer of 40% below 768 px', async ({ page }) => {
  await page.goto('/');
  for (const [width, folded] of [
    [1280, false],
    [850, false],
    [849, true],
    [767, true],
    [360, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect(toggle(page)).toBeVisible({ visible: folded });
    await expect(topLinks(page).first()).toBeVisible({ visible: !folded });
  }
  await toggle(page).click();
  await expect.poll(async () => (await mainNav(page).boundingBox())?.x).toBe(168);
  expect((await mainNav(page).boundingBox())?.width).toBe(192);
  await page.mouse.click(60, 400);
  await expect(topLinks(page).first()).toBeHidden();
});

test('the letters of the navigation are smaller at 1200 px @deep', async ({ page }) => {
  await page.goto('/');
  const size = () =>
    topLinks(page)
      .first()
      .evaluate((link) => Number.parseFloat(getComputedStyle(link).fontSize));
  await page.setViewportSize({ width: 1280, height: 740 });
  const large = await size();
  await page.setViewportSize({ width: 1200, height: 740 });
  expect(await size()).toBeLessThan(large);
});

test('on a phone every entry of the menu has letters of 16 px and a target of 44 px @deep', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await toggle(page).click();
  await mainNav(page).locator('summary').nth(1).click();
  const entries = mainNav(page).locator('a:visible, summary:visible');
  const sizes = await entries.evaluateAll((shown) =>
    shown.map((entry) => {
      const { width, height } = entry.getBoundingClientRect();
      return { letters: Number.parseFloat(getComputedStyle(entry).fontSize), target: Math.min(width, height) };
    }),
  );
  expect(sizes.length).toBeGreaterThan(LABELS.length);
  expect(Math.min(...sizes.map(({ letters }) => letters))).toBeGreaterThanOrEqual(16);
  expect(Math.min(...sizes.map(({ target }) => target))).toBeGreaterThanOrEqual(44);
  expect(await mainNav(page).evaluate((nav) => nav.scrollWidth > nav.clientWidth)).toBe(false);
});

test('without scripts the menu opens and leads on', async ({ browser, product }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: product.url,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await toggle(page).click();
  await mainNav(page).locator('summary').nth(1).click();
  await mainNav(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
  await context.close();
});

test('the pledge has its three buttons, and Login waits until sign-in is open @deep', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms_conditions');
  await expect(main.getByRole('link', { name: 'Register', exact: true })).toHaveAttribute('href', '/main_registration');
  const login = main.getByRole('button', { name: 'Login' });
  await expect(login).toBeDisabled();
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), member_signin_open: true } });
  });
  await page.reload();
  await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/main_login');
});

test('the fees are the price list’s, on the cards and on the price image, which can be dragged @deep', async ({
  page,
}) => {
  await page.route('**/api/payment_list?*', (route) =>
    route.fulfill({ json: [{ type_code: 'RF', plan: null, amount: '1250.00' }] }),
  );
  await page.goto('/');
  await expect(page.getByRole('listitem').filter({ hasText: 'Registration feeOnce' })).toContainText('GHS 1,250.00');
  const board = page.getByRole('img', { name: 'Price board: Registration fee GHS 1,250.00' });
  await expect(board).toHaveAttribute('draggable', 'true');
});

test('a plan is carried into the registration @deep', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByText('Best Value')).toBeVisible();
  for (const [plan, slug] of [
    ['Monthly Subscription', 'monthly'],
    ['Standard', 'standard'],
    ['Platinum', 'platinum'],
  ]) {
    const start = page.getByRole('link', { name: `Start ${plan}` });
    await expect(start).toHaveAttribute('href', `/main_registration?plan=${slug}`);
  }
});

test('a tenant finds the way to sign in: in the footer and on the members’ page @deep', async ({ page }) => {
  await page.goto('/main_login');
  for (const within of [page.getByRole('contentinfo'), page.getByRole('main')])
    await expect(within.getByRole('link', { name: 'Tenant Login' })).toHaveAttribute('href', '/tenant_login');
  await page.getByRole('main').getByRole('link', { name: 'Tenant Login' }).click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Your tenant code/);
});

test('the footer has its banner, its columns and the copyright from 2024 @deep', async ({ page }) => {
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading', { name: 'Get Your Vehicle & Yourself Secured' })).toBeVisible();
  for (const column of [
    'Office location',
    'GPS address',
    'Contact',
    'Security equipment',
    '24/7 response team',
    'Target market',
  ]) {
    await expect(footer.getByRole('heading', { name: column })).toBeVisible();
  }
  // The company's three, and two for emergencies.
  await expect(footer.locator('a[href^="tel:"]')).toHaveCount(5);
  await expect(footer).toContainText(/© 2024–20\d\d/);
  for (const path of ['/plot_search', '/land_paper', '/tenant_login']) {
    await page.goto(path);
    await expect(footer.getByRole('heading', { name: 'Contact' })).toBeVisible();
    await expect(footer.getByRole('link', { name: 'Register now' })).toHaveCount(0);
  }
});

test('the members’ sign-in is one press away, in header and footer @deep', async ({ page }) => {
  await page.goto('/');
  await openNav(page);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Member sign-in' })).toHaveAttribute(
    'href',
    '/main_login',
  );
  await mainNav(page).getByRole('link', { name: 'Member sign-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Member sign-in' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('who is signed in finds the way back from the public pages, without a call for a session or a jump @deep', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/token/')) calls.push(request.url());
  });
  await page.goto('/');
  for (const [kinds, label, to] of [
    ['staff', 'Office', '/dashboard'],
    ['member', 'My page', '/member'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    const place = () => topLinks(page).last().boundingBox();
    const before = await place();
    await page.evaluate((text) => localStorage.setItem('banbo.sessions', text), kinds);
    await page.reload();
    await expect(mainNav(page).getByRole('link', { name: label })).toHaveAttribute('href', to);
    expect(await place()).toEqual(before);
  }
  expect(calls).toEqual([]);
});

test('the row of links fits from where it begins to the width of a desk @deep', async ({ page }) => {
  await page.goto('/');
  for (const width of [850, 900, 989, 990, 1024, 1200, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('the call to register is not repeated below the forms, and a link that is not set is not shown @deep', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo');
  for (const form of ['/main_registration', '/main_payments']) {
    await page.goto(form);
    await expect(footer.getByRole('heading', { name: 'Office location' })).toBeVisible();
    await expect(footer.getByRole('link', { name: 'Register now' })).toHaveCount(0);
    await expect(footer.getByRole('heading', { name: 'Follow us' })).toHaveCount(0);
  }
});

test('a page that the server named keeps that name in the browser, each line once @deep', async ({ page }) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const [head = '', ...rest] = (await response.text()).split('</head>');
    const body = [head.replaceAll('Banbo Driver Safety', 'Akwaaba Safety'), ...rest].join('</head>');
    await route.fulfill({ response, body });
  });
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), company_name: 'Akwaaba Safety' } });
  });
  await page.goto('/about');
  await expect(page.getByRole('contentinfo')).toContainText('Akwaaba Safety');
  await expect(page).toHaveTitle('About Us · Akwaaba Safety');
  const named = page.locator('meta[property="og:site_name"], script[type="application/ld+json"]');
  await expect(named).toHaveCount(2);
  await expect(named.nth(0)).toHaveAttribute('content', 'Akwaaba Safety');
  expect(await named.nth(1).evaluate(({ textContent }) => textContent)).toContain('"name":"Akwaaba Safety"');
  // A call that is still answered would fail with the page.
  await page.unrouteAll({ behavior: 'wait' });
});

test('the company’s own name and links are in the title, the preview and the footer @deep', async ({ page }) => {
  const facebook = { name: 'Facebook', url: 'https://www.facebook.com/akwaaba.safety' };
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    const set = { company_name: 'Akwaaba Safety', social_links: [facebook] };
    await route.fulfill({ response, json: { ...(await response.json()), ...set } });
  });
  await page.goto('/about');
  await expect(page).toHaveTitle('About Us · Akwaaba Safety');
  await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Akwaaba Safety');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' })).toHaveAttribute(
    'href',
    facebook.url,
  );
  await page.goto('/login');
  await expect(page).toHaveTitle('User Login · Akwaaba Safety');
  await page.goto('/no_such_page');
  await expect(page).toHaveTitle('Page not found · Akwaaba Safety');
});

test('with letters twice as large nothing is cut off @deep', async ({ page }) => {
  const paths = [
    '/',
    '/main_payments',
    '/main_registration',
    '/contact',
    '/payment_info',
    '/pricing',
    '/terms_conditions',
  ];
  for (const path of [...paths, '/main_login', '/login', '/unauthorized']) {
    await page.goto(path);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await test.step(`${path} at ${width} px`, () => expectNoSidewaysScroll(page));
    }
  }
});
