import { type Filling, type Product, startProduct } from './product.ts';
import { test } from './test.ts';

const onIts = (filling: Filling, environment: Record<string, string> = {}) =>
  test.extend<object, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright finds the used fixtures in it.
      async ({}, use) => {
        const product = await startProduct(environment, filling);
        await use(product);
        await product.stop();
      },
      { scope: 'worker' },
    ],
  });

/** `test` for journeys that change who may sign in: each file has its own product, without data. */
export const testOnEmpty = () => onIts('main');

const OWN_BOOKS = { TRUST_PROXY: '1', PUBLIC_URL: 'itself' };

/**
 * `test` for journeys that count money: each file has its own product without data, which lets
 * visitors have their own addresses, and prints its address on paper.
 */
export const testOnOwnBooks = () => onIts('main', OWN_BOOKS);

/** Gives a product a clock that `moveClock` moves on by so many minutes. */
const movingClock = (minutes: number) => ({
  NODE_OPTIONS: `--import=${new URL('./moving-clock.ts', import.meta.url)}?minutes=${minutes}`,
});

/** The minutes of 31 days, after which any day is in another month. */
const MONTH_MINUTES = 31 * 24 * 60;

/** `test` as `testOnOwnBooks`, in which `moveClock` leads into the next month. */
export const testOnMonthOfBooks = () => onIts('main', { ...OWN_BOOKS, ...movingClock(MONTH_MINUTES) });

/** `test` for journeys that change people or payments that others count: a demo for each file. */
export const testOnDemo = () => onIts('demo');

/** The same, on a demo that prints its address on paper. */
export const testOnPrintingDemo = () => onIts('demo', { PUBLIC_URL: 'itself' });

/** `test` for a journey in which time passes: its demo has a clock that moves on by ten minutes. */
export const testOnMovingClock = () => onIts('demo', movingClock(10));

/**
 * `test` for journeys that change what none of the others on it counts, such as a price, a refund
 * or a user: one demo for each worker, since starting one takes as long as a short journey.
 */
export const testOnOneDemo = onIts('demo');

/** `test` for journeys that only read a demo's people and payments: one demo for each worker. */
export const testOnSharedDemo = onIts('demo');
