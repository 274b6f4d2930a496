import { join } from 'node:path';
import type { Browser, CDPSession } from '@playwright/test';

/** A mobile line: kbit/s both ways, and milliseconds until an answer begins. */
export type Line = { kbits: number; latency: number };

export type SlowVisit = {
  /** Seconds until the page shows its heading. */
  heading: number;
  /** Seconds until the form's first field takes input and the page's scripts answer it. */
  usable: number;
  /** Bytes that the page had fetched by then, headers too. */
  bytes: number;
};

type Times = { heading?: number; usable?: number };

/** The processor's slowdown, as of a cheap phone beside the machine that measures. */
const CPU_SLOWDOWN = 4;
const WAIT_MS = 90_000;

/** Runs in the page from its first moment on, and leaves the seconds in `visitTimes`. */
const WATCH = join(import.meta.dirname, 'watch-page.js');

const slowDown = async (cdp: CDPSession, { kbits, latency }: Line): Promise<void> => {
  const bytesPerSecond = (kbits * 1000) / 8;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
};

/** Opens a page for the first time, with a slow phone on this line, until its form is usable. */
export const visitSlowly = async (browser: Browser, address: string, line: Line): Promise<SlowVisit> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    let bytes = 0;
    cdp.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    cdp.on('Network.responseReceived', ({ response }) => {
      bytes += response.encodedDataLength;
    });
    await slowDown(cdp, line);
    await page.addInitScript({ path: WATCH });
    await page.goto(address, { waitUntil: 'commit', timeout: WAIT_MS });
    const handle = await page.waitForFunction(
      () => {
        const { visitTimes } = globalThis as { visitTimes?: Times };
        return visitTimes?.usable === undefined ? null : visitTimes;
      },
      undefined,
      { timeout: WAIT_MS, polling: 50 },
    );
    const times = (await handle.jsonValue()) ?? {};
    return { heading: times.heading ?? Number.NaN, usable: times.usable ?? Number.NaN, bytes };
  } finally {
    await context.close();
  }
};
