// @vitest-environment happy-dom
import type { PromptRecord } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('prompts');

const DECLINED = 'The prompt was declined on the phone. No money was taken.';
const PAID: PromptRecord = {
  ...{ id: '2', created_at: '2026-11-20T10:00:00.000Z', driver_id: '7', driver_code: 'DRV000001B' },
  ...{ side: 'drivers', page: '/view_driver/7' },
  ...{ car_number: 'GR 1-20', fullname: 'AMA MENSAH', payer_number: '+233241234567', payment_type: 'SS' },
  ...{ payment_year: 2026, payment_month: 'NOVEMBER', amount: '300.00', state: 'paid' },
  ...{ reason: null, transaction_id: '68576386182' },
};
const FAILED: PromptRecord = { ...PAID, id: '1', state: 'failed', reason: DECLINED, transaction_id: null };

const open = (rows: PromptRecord[]) => {
  signInAs('SuperUser');
  serve({ '/prompts': () => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } }) });
  return openOfficePage(['prompts'], '/prompts');
};

test('staff see to which phone each prompt went, for what, and how it ended', async () => {
  open([PAID, FAILED]);
  await screen.findByText('68576386182');
  const [paid, failed] = (await screen.findAllByRole('row')).slice(-2) as [HTMLElement, HTMLElement];
  for (const text of ['024 123 4567', 'Ama Mensah', 'SS Nov 2026', 'Paid', '68576386182']) {
    expect(within(paid).getByText(text)).toBeVisible();
  }
  for (const text of ['Failed', DECLINED]) expect(within(failed).getByText(text)).toBeVisible();
  expect(within(paid).getByRole('link', { name: 'GR 1-20' })).toHaveAttribute('href', '/view_driver/7');
});

test('without prompts the page says so', async () => {
  open([]);
  expect(await screen.findByText('No prompt was sent.')).toBeVisible();
});
