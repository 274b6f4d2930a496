import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type Product, startProduct } from './product.ts';

// The browser logs this for every refusal of the API and every missing page, which are normal. A
// missing file is a mistake of ours.
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;
const A_FILE = /\.[a-z0-9]+$/i;

const isComplaint = (message: ConsoleMessage): boolean =>
  message.type() === 'error' &&
  !(REFUSED.test(message.text()) && !A_FILE.test(URL.parse(message.location().url)?.pathname ?? ''));

/** Fails the test if a page wrote an error to its console or threw an uncaught one. */
const watch = (page: Page, complaints: string[]): void => {
  page.on('console', (message) => {
    if (isComplaint(message)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
};

/**
 * Playwright's `test` on the running product, whose paths `page.goto` takes. A worker's journeys
 * share one `product`, which lets visitors have their own addresses; one that needs an empty folder
 * starts its own with `startEmpty`.
 */
export const test = base.extend<
  { quiet: undefined; told: undefined; mayComplain: RegExp | null },
  { product: Product }
>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
    async ({}, use) => {
      const product = await startProduct({ TRUST_PROXY: '1' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  /** Console messages that a journey causes by breaking something, such as the network. */
  mayComplain: [null, { option: true }],
  quiet: [
    async ({ context, mayComplain }, use) => {
      const complaints: string[] = [];
      const listen = (page: Page) => watch(page, complaints);
      context.on('page', listen);
      // Pages that an earlier test left open.
      for (const page of context.pages()) listen(page);
      await use(undefined);
      context.off('page', listen);
      const unexpected = complaints.filter((complaint) => !mayComplain?.test(complaint));
      expect(unexpected, 'errors in the browser’s console').toEqual([]);
    },
    { auto: true },
  ],
  /** A journey that fails shows what the product wrote, since the page seldom says why. */
  told: [
    async ({ product }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus)
        await info.attach('the product’s output', { body: product.output(), contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

/** Fails if the page is wider than the screen, once it had time to follow a change of the size. */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
    .toBe(0);

/** The names of the files of code that the page has fetched. */
export const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => new URL(name).pathname.match(/(?<=^\/assets\/).*\.js$/) ?? []),
  );

export { expectAccessible } from './accessible.ts';
export { takePicture } from './picture.ts';
export { expect };
