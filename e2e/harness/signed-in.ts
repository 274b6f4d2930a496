import type { BrowserContext, Page } from '@playwright/test';
import { testOnSharedDemo } from './own-product.ts';
import { keepSession } from './people.ts';
import { expect } from './test.ts';

type Kept = { context: BrowserContext; tests: number; page?: Page | undefined };

/** Pages opened in a minute by more tests than these would make more calls than a session may. */
const TESTS_PER_SESSION = 15;

/**
 * `test` for journeys that only look at office pages: those of a worker share one browser, which
 * keeps loaded scripts and in which the SuperAdmin signs in now and then.
 */
export const testAsSuperAdmin = testOnSharedDemo.extend<object, { office: { kept?: Kept } }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
    async ({}, use) => {
      const office: { kept?: Kept } = {};
      await use(office);
      await office.kept?.context.close();
    },
    { scope: 'worker' },
  ],
  // Made within a test, whose settings it takes.
  context: async ({ browser, office }, use) => {
    office.kept ??= { context: await browser.newContext(), tests: 0 };
    const { context, tests } = office.kept;
    if (tests % TESTS_PER_SESSION === 0) {
      await office.kept.page?.close();
      office.kept.page = undefined;
      const page = await context.newPage();
      await keepSession(page, 'superadmin');
      await page.close();
    }
    office.kept.tests += 1;
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
    await page.close();
  },
});

/**
 * `test` as `testAsSuperAdmin`, whose page stays open for the next test: `openWithin` leads it from
 * screen to screen. Loading the office anew takes longer than looking a screen over.
 */
export const testInOneOffice = testAsSuperAdmin.extend({
  page: async ({ context, office }, use) => {
    const page = office.kept?.page ?? (await context.newPage());
    if (office.kept) office.kept.page = page;
    await use(page);
  },
});

const pathOf = (address: string): string => new URL(address, 'http://office').pathname;

/** Pages without the office around them. */
const APART = [pathOf('about:blank'), '/unauthorized'];

/**
 * Opens the path within the office, as the browser's Forward does, and waits until the screen is
 * there: then `main` has the focus. Loads it where the office is not open yet, or is at that path.
 */
export const openWithin = async (page: Page, path: string): Promise<void> => {
  const [from, to] = [pathOf(page.url()), pathOf(path)];
  if (from === to || APART.includes(from) || APART.includes(to)) {
    await page.goto(path);
    return;
  }
  await page.evaluate((path) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(page.locator('main:focus, main :focus')).toBeAttached();
};
