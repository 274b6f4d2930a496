import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';

const QUIET_MS = 3_000;

/** Stands before a port of this machine and counts the bytes of all its answers. */
const countBefore = async (port: number) => {
  let moved = 0;
  let lastAt = 0;
  const server = createServer((browser) => {
    const product = connect(port, '127.0.0.1');
    product.on('data', (bytes) => {
      moved += bytes.length;
      lastAt = Date.now();
    });
    browser.pipe(product).pipe(browser);
    browser.on('error', () => product.destroy());
    product.on('error', () => browser.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Waits until no bytes have come for a while; answers their number, headers included, and starts counting anew. */
    settle: async (): Promise<number> => {
      lastAt = Date.now();
      while (Date.now() - lastAt < QUIET_MS) await wait(100);
      const sum = moved;
      moved = 0;
      return sum;
    },
    close: () => server.close(),
  };
};

/** Bytes that a first visit to `/` fetches, and a second one with the same browser, on a phone's screen. */
export const visitTwice = async (port: number, executablePath: string): Promise<{ first: number; repeat: number }> => {
  const line = await countBefore(port);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const visit = async (): Promise<number> => {
    const page = await context.newPage();
    await page.goto(`${line.address}/`);
    const bytes = await line.settle();
    await page.close();
    return bytes;
  };
  const first = await visit();
  const repeat = await visit();
  await browser.close();
  line.close();
  return { first, repeat };
};
