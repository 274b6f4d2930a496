import { defineConfig } from '@playwright/test';

const CHROMIUM = process.env.CHROMIUM_PATH;
// A container has no sandbox of its own to offer, and the tests visit only our own pages.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** `1` for what `npm test` leaves out, `all` for both circles. */
const { DEEP } = process.env;

/** Journeys of `npm test`, on their people's screen: the office's at a desk, others on a phone. */
const NEAR = {
  phone: /^(?!.*@deep)(?!.*\boffice\/)/,
  tablet: /^(?!)/,
  desktop: /^(?!.*@deep)(?=.*\boffice\/)/,
};
/** Journeys of `npm test -- deep` on a screen: all others, and `@every-look` with more of it. */
const circle = (name: keyof typeof NEAR, all: RegExp) => {
  if (DEEP === 'all') return { grep: all };
  return DEEP === '1'
    ? { grep: all, grepInvert: new RegExp(`(?!.*@every-look)${NEAR[name].source}`) }
    : { grep: NEAR[name] };
};

const size = (width: number, height: number) => ({ viewport: { width, height } });

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.test.ts',
  globalSetup: ['../scripts/testing/build-first.ts', './harness/filled-folders.ts'],
  outputDir: '../test-results/journeys',
  fullyParallel: false,
  forbidOnly: true,
  // A browser on a busy machine is late now and then; a broken product fails twice.
  retries: process.env.CI === 'true' ? 1 : 0,
  // Each worker has a product of its own.
  workers: '100%',
  // A new browser's first office page takes over 100 scripts: more than 10 s where both cores are
  // busy with something else.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    // The service worker fetches all public pages in each browser, and hides calls from the tests
    // that answer them. Its own journeys allow it.
    serviceWorkers: 'block',
    // Recording traces takes a sixth of the run: use `--trace on` when one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: ARGS, ...(CHROMIUM ? { executablePath: CHROMIUM } : {}) },
  },
  // A journey runs on its people's screen: drivers and visitors have phones, the office has desks.
  // One whose course changes with the size says so in its title and runs on all three in the deep
  // circle, or on phone and desk if the tablet shows nothing new. `@deep` has one run there alone,
  // `@every-look` in both circles. `grep` sees the file's path before the title.
  projects: [
    {
      name: 'phone',
      use: { ...size(360, 740), hasTouch: true },
      ...circle('phone', /^(?!.*\boffice\/)|@every-size|@phone-and-desk/),
    },
    { name: 'tablet', use: size(768, 1024), ...circle('tablet', /@every-size/) },
    { name: 'desktop', use: size(1280, 800), ...circle('desktop', /\boffice\/|@every-size|@phone-and-desk/) },
  ],
});
