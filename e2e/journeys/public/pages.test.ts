import { shifted, watchShifts } from '../../harness/layout-shifts.ts';
import { lookOver } from '../../harness/look-over.ts';
import { expect, expectAccessible, scriptsOf, test } from '../../harness/test.ts';

/** Every public page with its heading and a text that must be there without scripts, too. */
const PAGES = [
  ['/', 'OUR PLEDGE !!!', 'All you need to know to register with us.'],
  ['/about', 'About Us - Who We Are?', 'Our control room works 24 hours a day.'],
  ['/more_about', 'More About Us', 'Our mission'],
  ['/services', 'Our Services', 'Personal help support'],
  ['/pricing', 'Pricing', '30 days money back guarantee. No Extra Fees. Friendly Support.'],
  ['/sos', 'In danger?', 'Hold the button for two seconds.'],
  ['/main_registration', 'Registration', 'PERSONAL INFORMATION'],
  ['/main_payments', 'Payments', 'Transaction ID'],
  ['/payment_info', 'Payment Information', 'Our accounts show here once this page has loaded.'],
  ['/contact', 'Get Help & Friendly Support', 'Fillup The Form'],
  ['/whatsaap', 'Send Message', 'Mobile Number'],
  ['/blog', 'Blog Grid - Our Blogs', '/sqft'],
  ['/terms_conditions', 'Terms & Conditions', '9. Contact'],
  ['/conditions', 'Terms & Conditions', '7. Governing Law'],
  ['/plot_search', 'Is this plot free?', 'Plot Number'],
  ['/land_paper', 'Is this paper genuine?', 'Code on the paper'],
  ['/location', 'Current Location', 'Latitude'],
  ['/map_demo', 'Map', 'Click the map to set a flag.'],
] as const;

/** With the members' sign-in page, which no search engine lists. */
const SHOWN = [...PAGES, ['/main_login', 'Member sign-in', 'For registered drivers.']] as const;

const nameOf = (path: string): string => path.slice(1) || 'home';

/** The files that pages behind a sign-in share (`web/chunks.ts`). */
const BEHIND_SIGN_IN = /^(contract|libraries|office|own)-/;

for (const [path, heading] of SHOWN) {
  test(`${path} looks right and is accessible @every-look`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect((await scriptsOf(page)).filter((file) => BEHIND_SIGN_IN.test(file))).toEqual([]);
    await lookOver(page, nameOf(path));
  });
}

test('nothing moves where an answer comes late: a receipt, a position @every-size @deep', async ({ page }) => {
  await watchShifts(page);
  await page.route('**/api/verify_receipt/**', async (route) => {
    await expect(page.getByText('Looking for the receipt…')).toBeVisible();
    await route.continue();
  });
  await page.goto('/receipt/7Q2MXK4D9H3BZT10');
  await expect(page.getByRole('link', { name: 'Contact us', exact: true })).toBeVisible();
  expect(await shifted(page)).toBeLessThan(0.02);
  await page.goto('/location');
  await expect(page.getByText('You have not allowed this page to see your position.')).toBeVisible();
  expect(await shifted(page)).toBeLessThan(0.02);
});

test('the banner of an inner page takes at most 30% of the first screen @every-size @deep', async ({
  page,
  viewport,
}) => {
  const high = viewport?.height ?? 0;
  expect(high).toBeGreaterThan(0);
  for (const path of [
    '/about',
    '/more_about',
    '/services',
    '/pricing',
    '/payment_info',
    '/contact',
    '/whatsaap',
    '/blog',
  ]) {
    await page.goto(path);
    const banner = page.getByRole('heading', { level: 1 }).locator('xpath=ancestor::div[3]');
    expect((await banner.boundingBox())?.height, path).toBeLessThanOrEqual(0.3 * high);
  }
});

test('an unknown address answers 404 with a page that leads back', async ({ page }) => {
  const response = await page.goto('/no_such_page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Where to go' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'OUR PLEDGE !!!' })).toBeVisible();
});

test('an unknown address loads nothing of the office, and no toasts @deep', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/no_such_page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts).not.toEqual([]);
  expect(scripts.filter((url) => /toast|menu|permission|guard|office/.test(url))).toEqual([]);
});

test('without scripts every page has its heading, its text, and links that lead on @deep', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  for (const [path, heading, text] of SHOWN) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
  await page.goto('/about');
  await page.getByRole('link', { name: 'More About Us' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/about');
  for (const path of ['/contact', '/main_login']) {
    await page.goto(path);
    // Playwright's own texts leave <noscript> out.
    expect(await page.getByRole('main').innerText()).toContain('This form needs JavaScript.');
  }
  await context.close();
});

test('each page says in its HTML what it is and where it is', async ({ request, product }) => {
  const titles = new Set<string>();
  for (const [path] of PAGES) {
    const html = await (await request.get(path)).text();
    const one = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
    const canonical = path === '/conditions' ? '/terms_conditions' : path;
    titles.add(one(/<title>([^<]+)/));
    expect(one(/name="description" content="([^"]+)"/).length).toBeGreaterThan(30);
    expect(new URL(one(/rel="canonical" href="([^"]+)"/)).pathname).toBe(canonical);
    expect(one(/property="og:image" content="([^"]+)"/)).toMatch(/\/og\.png$/);
    // Scripts have a low priority, so that on a slow line the page draws first.
    expect(html).toContain('rel="modulepreload" fetchpriority="low"');
    expect(html).not.toContain('rel="modulepreload" href');
    expect(JSON.parse(one(/application\/ld\+json">([^<]+)</))).toMatchObject({ '@type': 'Organization' });
  }
  expect(titles.size).toBe(PAGES.length - 1);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(([, address = '']) => new URL(address).pathname);
  expect(listed.toSorted()).toEqual(
    PAGES.map(([path]) => path)
      .filter((path) => path !== '/conditions')
      .toSorted(),
  );
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');
  for (const file of ['/favicon.svg', '/favicon-48.png', '/icon-180.png', '/og.png', '/manifest.webmanifest']) {
    expect((await request.get(file)).status(), file).toBe(200);
  }
  const agreement = await request.get(`${product.url}/documents/agreement.pdf`);
  expect((await agreement.body()).subarray(0, 5).toString()).toBe('%PDF-');
});
