import { defineConfig } from '@playwright/test';

const CHROMIUM = process.env.CHROMIUM_PATH;
// A container has no sandbox of its own to offer, and the tests visit only our own pages.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

const size = (width: number, height: number) => ({ viewport: { width, height } });

export default defineConfig({
  testDir: './journeys',
  testMatch: '**/*.test.ts',
  globalSetup: './harness/filled-folders.ts',
  outputDir: '../test-results/journeys',
  fullyParallel: false,
  forbidOnly: true,
  // A browser on a busy machine is late now and then; a broken product fails twice.
  retries: process.env.CI === 'true' ? 1 : 0,
  // Each worker has a product of its own.
  workers: '100%',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    // It fetches all public pages for each journey's browser, and hides calls from tests that answer them. Journeys about
    // it allow it.
    serviceWorkers: 'block',
    // Recording a trace for every journey takes a sixth of the run: use `--trace on` when one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: ARGS, ...(CHROMIUM ? { executablePath: CHROMIUM } : {}) },
  },
  // A journey runs on the screen of its people: drivers and visitors carry a phone, the office sits at a desk. One whose
  // course changes with the size says so in its title and runs on all three, or on a phone and at a desk where a tablet's
  // screen has nothing that these two have not. `grep` sees the file's path before the title.
  projects: [
    {
      name: 'phone',
      use: { ...size(360, 740), hasTouch: true },
      grep: /^(?!.*\boffice\/)|@every-size|@phone-and-desk/,
    },
    { name: 'tablet', use: size(768, 1024), grep: /@every-size/ },
    { name: 'desktop', use: size(1280, 800), grep: /\boffice\/|@every-size|@phone-and-desk/ },
  ],
});
