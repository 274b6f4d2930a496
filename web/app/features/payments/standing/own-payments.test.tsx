// @vitest-environment happy-dom
import type { OwnPayment } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage } from '../../../../test/dom/open-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { serve } from '../../../../test/dom/served.ts';
import { OwnPayments } from './own-payments.tsx';

const CLEARED: OwnPayment = {
  ...{
    id: '2',
    payment_type: 'SS',
    description: 'MONTHLY SUBSCRIPTION',
    payment_year: 2026,
    payment_month: 'NOVEMBER',
  },
  ...{ transaction_date: '2026-11-20', transaction_id: '68576386182', amount_paid: '300.00', status: 'cleared' },
  ...{ status_reason: null, is_credit: false, receipt: 'R000535' },
};
const WAITING: OwnPayment = { ...CLEARED, id: '1', transaction_id: '68576386183', status: 'submitted', receipt: null };

test('on a phone each payment is a line with its state and receipt, and order and files stand above', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
    matches: media === '(width < 48rem)',
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  serve({ '/member/payments': listed([CLEARED, WAITING]) });
  const children = [{ path: '/own', element: <OwnPayments /> }];
  const { user, router } = openPage([{ element: <OfficeProviders />, children }], '/own');
  const lines = await within(await screen.findByRole('list', { name: 'My payments' })).findAllByRole('listitem');
  const [cleared, waiting] = lines.map((line) => within(line));
  expect(cleared?.getByText('Cleared', { selector: '.visually-hidden' })).toBeInTheDocument();
  expect(cleared?.getByText('Monthly subscription,', { selector: '.visually-hidden' })).toBeInTheDocument();
  expect(cleared?.getByText('Nov 2026')).toBeVisible();
  expect(cleared?.getByRole('button', { name: 'R000535: the receipt of 68576386182' })).toBeVisible();
  expect(waiting?.queryByRole('button', { name: /receipt/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Views, columns and files' }));
  expect(await screen.findByRole('menuitem', { name: 'Save as CSV' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sort', hidden: true }));
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'transaction_date');
  await waitFor(() => expect(router.state.location.search).toContain('sort=transaction_date'));
});
