import type { Locator } from '@playwright/test';
import { testOnDemo } from '../../../harness/own-product.ts';
import { signIn } from '../../../harness/people.ts';
import { pressSos } from '../../../harness/press-sos.ts';
import { staffCalls } from '../../../harness/staff-calls.ts';
import { expect } from '../../../harness/test.ts';

const test = testOnDemo();

type Fitted = { imei: string; driver_id: string | null; status: string };
type Board = { incidents: { driver_id: string | null; last_signal_at: string }[] };

const tonesOf = async (board: Locator): Promise<number> => Number(await board.getAttribute('data-tones-started'));

test('an SOS rings at the open board until it is acknowledged by a key, and is answered to its end', async ({
  page,
  product,
}) => {
  const call = await staffCalls(page, product.url, 'superadmin');
  const begun = Date.now();
  const readBoard = (): Promise<Board> => call('GET', '/incidents/board');
  // The demo's own car presses its button as the demo starts, and not again for twenty minutes.
  const isPressed = ({ last_signal_at }: Board['incidents'][number]) => Date.parse(last_signal_at) > begun - 120_000;
  await expect
    .poll(async () => (await readBoard()).incidents.some(isPressed), { message: 'the demo’s own SOS', timeout: 60_000 })
    .toBe(true);
  const open = new Set((await readBoard()).incidents.map(({ driver_id }) => driver_id));
  const devices: Fitted[] = await call('GET', '/devices?size=60');
  const tracker = devices.find(({ status, driver_id }) => status === 'fitted' && !open.has(driver_id));

  await signIn(page, 'superuser', '/response_request');
  const board = page.locator('[data-audio-state]');
  await page.getByRole('button', { name: 'Start shift' }).click();
  await expect(page.getByText(/^On shift since \d\d:\d\d, sound on$/)).toBeVisible();
  await expect(board).toHaveAttribute('data-audio-state', 'running');
  // The demo's own calls, of this start and of an earlier one, are acknowledged, so that one rings.
  const ringing = page.getByRole('link', { name: /^\d+ rings? here/ });
  const acknowledge = page.getByRole('button', { name: /^Acknowledge/ });
  await expect(async () => {
    if (await ringing.isVisible()) {
      await page.keyboard.press('g');
      await expect(acknowledge).toBeVisible({ timeout: 2_000 });
      await page.keyboard.press('a');
    }
    await expect(ringing).toBeHidden({ timeout: 2_000 });
  }).toPass();

  const before = await tonesOf(board);
  await pressSos(page, product.url, tracker?.imei ?? '', product.output());
  await expect(ringing).toHaveText(/^1 rings here/);
  await expect(page).toHaveTitle(/^\(1\) SOS .+ · /);
  await expect.poll(() => tonesOf(board)).toBeGreaterThan(before + 4);

  await page.keyboard.press('g');
  const record = page.getByRole('article', { name: /^SOS / });
  await expect(record.getByText('Not acknowledged')).toBeVisible();
  await expect(record.getByRole('link', { name: /^Call driver/ })).toHaveAttribute('href', /^tel:\+233/);
  await page.keyboard.press('a');
  await expect(record.getByText('Acknowledged', { exact: true })).toBeVisible();
  await expect(ringing).toBeHidden();
  await expect(page).not.toHaveTitle(/SOS/);
  const quiet = await tonesOf(board);

  await page.keyboard.press('n');
  await page.keyboard.type('The driver says that she is safe.');
  await page.keyboard.press('Control+Enter');
  await expect(record.getByRole('region', { name: 'What happened' }).getByText('she is safe')).toBeVisible();
  // Only then does the form leave the focus to whatever is clicked.
  await expect(page.getByText('Your note is written.')).toBeVisible();

  await record.getByRole('heading', { level: 2 }).click();
  await page.keyboard.press('h');
  const sending = page.getByRole('dialog', { name: /: who was sent\?$/ });
  await sending.getByRole('textbox', { name: 'Who was sent' }).fill('Kofi with the van');
  await sending.getByRole('button', { name: 'Help was sent' }).click();
  await expect(record.getByText('Help is on the way', { exact: true })).toBeVisible();
  await expect(sending, 'keys are the dialog’s until it has gone').toBeHidden();
  await page.keyboard.press('r');
  await expect(record.getByText('On scene', { exact: true })).toBeVisible();
  await page.keyboard.press('s');
  const ending = page.getByRole('dialog', { name: /: how did it end\?$/ });
  await ending.getByRole('radio', { name: 'Driver is safe, help was given' }).check();
  await ending.getByRole('button', { name: 'Resolve' }).click();
  await expect(record.getByText('Resolved', { exact: true })).toBeVisible();
  expect(await tonesOf(board), 'tones after it was acknowledged').toBe(quiet);

  await record.getByRole('button', { name: 'Make a document…' }).click();
  const making = page.getByRole('dialog', { name: /^A document of / });
  await making.getByRole('textbox', { name: 'Who gets it' }).fill('Police, Nima station');
  await making.getByRole('button', { name: 'Make the document' }).click();
  const save = record.getByRole('button', { name: /^Save PDF/ });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const file = await download.path();
  const [code] =
    /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(await record.getByRole('region', { name: 'Documents' }).innerText()) ?? [];
  await page.goto(`/pack/${code}`);
  await expect(page.getByText('We made a document with this code.')).toBeVisible();
  await page.getByLabel(/^Choose the PDF/).setInputFiles(file);
  await expect(page.getByText('This file is as we made it.')).toBeVisible();
  await page
    .getByLabel(/^Choose the PDF/)
    .setInputFiles({ name: 'other.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
  await expect(page.getByText(/^This file is not as we made it/)).toBeVisible();
});
