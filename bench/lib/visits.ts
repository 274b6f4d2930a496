import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';

const QUIET_MS = 3_000;

/** Stands before a port of this machine and counts the bytes of all its answers. */
export const countBefore = async (port: number) => {
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
  const settled = (): number => {
    const sum = moved;
    moved = 0;
    return sum;
  };
  return {
    /** The bytes since the last count, where all of them have come; counts anew. */
    settled,
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Waits until no more bytes come; answers their number with headers, and counts anew. */
    settle: async (): Promise<number> => {
      lastAt = Date.now();
      while (Date.now() - lastAt < QUIET_MS) await wait(100);
      return settled();
    },
    close: () => server.close(),
  };
};

/** Opens a page in a new browser of a phone's size, as often as asked, and counts each visit. */
const countVisits = async (
  port: number,
  executablePath: string,
  path: string,
  times: number,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<number[]> => {
  const line = await countBefore(port);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers });
  const visits: number[] = [];
  while (visits.length < times) {
    const page = await context.newPage();
    await page.goto(`${line.address}${path}`);
    visits.push(await line.settle());
    await page.close();
  }
  await browser.close();
  line.close();
  return visits;
};

/** Bytes that a first visit to `/` fetches, and a second one with the same browser. */
export const visitTwice = async (port: number, executablePath: string): Promise<{ first: number; repeat: number }> => {
  const [first = Number.NaN, repeat = Number.NaN] = await countVisits(port, executablePath, '/', 2);
  return { first, repeat };
};

/** Bytes of a first visit: `page` for the page alone, `all` with those of the service worker. */
export const weighFirstVisit = async (
  port: number,
  executablePath: string,
  path: string,
): Promise<{ page: number; all: number }> => {
  const [page = Number.NaN] = await countVisits(port, executablePath, path, 1, 'block');
  const [all = Number.NaN] = await countVisits(port, executablePath, path, 1);
  return { page, all };
};
