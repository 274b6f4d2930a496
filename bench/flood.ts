import { parseArgs } from 'node:util';
import type { IncidentBoard } from '@banbo/contract';
import { chromium } from '@playwright/test';
import { signedInOffice } from './lib/office-page.ts';
import { positionsOf, startTrackers, traccarCall } from './lib/trackers.ts';

/** Many SOS within a second: the time until a page shows all, their order, and its longest task. */
const { values: given } = parseArgs({
  options: {
    /** Folder of other PostgreSQL programs than those installed. */
    postgres: { type: 'string' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    calls: { type: 'string', default: '200' },
  },
});
const calls = Number(given.calls);
const LINES = 'ul[aria-label="Open emergencies"] > li';

/** Runs in the page. */
const WATCH_TASKS = `
  var longest = 0, longTasks = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      longest = Math.max(longest, duration);
      longTasks += 1;
    }
  }).observe({ type: 'longtask' })`;

const { port, fill, end } = await startTrackers({ postgres: given.postgres });
const browser = await chromium.launch({ executablePath: given.chromium, args: ['--no-sandbox'] });

try {
  const { cars, tokens } = await fill({ cars: calls });
  const context = await signedInOffice(browser, `http://127.0.0.1:${port}`);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/response_request`);
  await page.getByRole('button', { name: 'Start shift' }).click();
  await page.getByRole('button', { name: /End shift/ }).waitFor();
  await page.evaluate(WATCH_TASKS);
  const position = positionsOf();
  const post = async (serial: number): Promise<void> => {
    const report = position({ serial, fixAt: new Date() });
    const attributes = { ...report.position.attributes, alarm: 'sos' };
    const call = traccarCall({ ...report, position: { ...report.position, attributes } });
    const headers = { ...call.headers, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}${call.path}`, {
      method: 'POST',
      headers,
      body: call.body ?? '',
    });
    if (answer.status !== 200) throw new Error(`An SOS was answered with ${answer.status}`);
  };
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (const serial of cars.keys()) {
    sent.push(post(serial));
    await new Promise((rested) =>
      setTimeout(rested, Math.max(0, begun + (serial * 1_000) / calls - performance.now())),
    );
  }
  const pressed = performance.now() - begun;
  await Promise.all(sent);
  const answered = performance.now() - begun;
  await page.waitForFunction(`document.querySelectorAll('${LINES}').length >= ${calls}`, null, { timeout: 60_000 });
  const shown = performance.now() - begun;
  // The page goes on working after the last line: its tasks belong to the measure.
  await page.waitForTimeout(3_000);
  const [longest, count] = await page.evaluate<[number, number]>('[longest, longTasks]');
  const texts = await page.locator(LINES).allInnerTexts();
  const numbers = texts.map((text) => /\d{4}-\d{4}/.exec(text)?.[0]);
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const board = (await (
    await fetch(`http://127.0.0.1:${port}/api/incidents/board`, { headers })
  ).json()) as IncidentBoard;
  const isOrdered = board.incidents.every(({ number }, place) => number === numbers[place]);
  const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
  console.log(`| ${calls} SOS, sent within s | answered, s | all shown, s | in order | long tasks | longest, ms |`);
  console.log('|---:|---:|---:|---|---:|---:|');
  console.log(
    `| ${[seconds(pressed), seconds(answered), seconds(shown), isOrdered ? 'yes' : 'no', count, longest.toFixed(0)].join(' | ')} |`,
  );
} finally {
  await browser.close();
  await end();
}
