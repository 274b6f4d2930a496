import type { Page } from '@playwright/test';
import { tabTo } from '../../harness/keyboard.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../harness/test.ts';

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const topLinks = (page: Page) => mainNav(page).locator('ul:first-child > li > a');
const toggle = (page: Page) => page.locator('header summary', { hasText: 'Menu' });

const openNav = async (page: Page): Promise<void> => {
  if (await toggle(page).isVisible()) await toggle(page).click();
};

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
  expect(sizes.length).toBeGreaterThan(6);
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

test('the row of links does not jump when a visitor’s session becomes known @deep', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const place = () => topLinks(page).last().boundingBox();
  const before = await place();
  for (const [kind, label] of [
    ['staff', 'Office'],
    ['member', 'My page'],
  ] as const) {
    await page.evaluate((text) => localStorage.setItem('banbo.sessions', text), kind);
    await page.reload();
    await expect(mainNav(page).getByRole('link', { name: label })).toBeVisible();
    expect(await place()).toEqual(before);
  }
});

test('the row of links fits from where it begins to the width of a desk @deep', async ({ page }) => {
  await page.goto('/');
  for (const width of [850, 900, 989, 990, 1024, 1200, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
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
