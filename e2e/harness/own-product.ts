import { type Filling, type Product, startProduct } from './product.ts';
import { test } from './test.ts';

const onIts = (filling: Filling, environment: Record<string, string> = {}) =>
  test.extend<object, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from this pattern.
      async ({}, use) => {
        const product = await startProduct(environment, filling);
        await use(product);
        await product.stop();
      },
      { scope: 'worker' },
    ],
  });

/** `test` for a file of journeys that change who may sign in: a product of its own, without data. */
export const testOnEmpty = () => onIts('main');

/**
 * `test` for a file of journeys that count money: a product of its own without data, which lets visitors have addresses of
 * their own, and prints its address on paper.
 */
export const testOnOwnBooks = () => onIts('main', { TRUST_PROXY: '1', PUBLIC_URL: 'itself' });

/** `test` for a file of journeys that change people or payments of which others count: a demo of its own. */
export const testOnDemo = () => onIts('demo');

/** `test` for journeys that look at the people and payments of a demo and leave them as they are: one demo a worker. */
export const testOnSharedDemo = onIts('demo');
