// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';
import { ReceiptLink } from './receipt-link.tsx';

const NAME = 'PDF: the receipt of 68576386182';
const payment = (status: 'cleared' | 'reversed' | 'submitted' | 'rejected') => ({
  id: '7',
  status,
  transaction_id: '68576386182',
});

const open = (element: React.ReactNode, answers: Record<string, Answer>) => ({
  ...openOfficePage([{ path: '/', element }], '/'),
  ...serve(answers),
});

const pdf = () =>
  new Response('%PDF', {
    headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="receipt-R000012.pdf"' },
  });

test.each([
  [true, '/member/receipts/7/pdf'],
  [false, '/payment_receipts/7'],
])('a receipt is saved under its number, a member’s own: %s', async (isOwn, path) => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user, calls } = open(<ReceiptLink payment={payment('cleared')} isOwn={isOwn} />, { [path]: pdf });
  await user.click(await screen.findByRole('button', { name: NAME }));
  expect(await screen.findByText('receipt-R000012.pdf is saved.')).toBeInTheDocument();
  expect(saved).toEqual(['receipt-R000012.pdf']);
  expect(calls.map((call) => call.path)).toContain(path);
  click.mockRestore();
});

test('a receipt that cannot be had says why', async () => {
  const answers = { '/payment_receipts/7': () => refusal(404, 'There is no receipt for this.') };
  const { user } = open(<ReceiptLink payment={payment('cleared')} />, answers);
  await user.click(await screen.findByRole('button', { name: NAME }));
  expect(await screen.findByText('There is no receipt for this.')).toBeInTheDocument();
});

test('a reversed payment offers its receipt as void, and one that was never cleared offers none', async () => {
  open(<ReceiptLink payment={payment('reversed')} />, {});
  expect(await screen.findByRole('button', { name: 'PDF, void: the receipt of 68576386182' })).toBeVisible();
  for (const status of ['submitted', 'rejected'] as const) {
    open(<ReceiptLink payment={payment(status)} />, {});
    await waitFor(() => expect(screen.getAllByText('–').length).toBeGreaterThan(0));
  }
  expect(screen.getAllByRole('button', { name: /receipt of/ })).toHaveLength(1);
});
