// @vitest-environment happy-dom
import { UNKNOWN_RECEIPT_CODE } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Receipt from '~/features/site/receipt/check-receipt.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { type Answer, refusal, serve } from '../../../test/dom/served.ts';

const CODE = '7Q2MXK4D9H3BZT10';
const FOUND = { number: 'R000123', paid_on: '2026-11-19', amount: '1250.50', payer: 'KWAME O.', is_void: false };

const open = (answer: Answer) => {
  const served = serve({ [`/verify_receipt/${CODE}`]: answer });
  return { ...openPage([{ path: '/receipt/:code', element: <Receipt /> }], `/receipt/${CODE}`), ...served };
};

test('a receipt of ours shows what its holder can compare', async () => {
  open(FOUND);
  expect(await screen.findByText('This receipt is one of ours.')).toBeVisible();
  for (const fact of ['R000123', 'GHS 1,250.50', '19 Nov 2026', 'KWAME O.', '7Q2M-XK4D-9H3B-ZT10'])
    expect(screen.getByText(fact)).toBeVisible();
});

test('a void receipt says that it is worth nothing', async () => {
  open({ ...FOUND, is_void: true });
  expect(await screen.findByText('This receipt is void. It is no longer valid.')).toBeVisible();
  expect(screen.queryByText('This receipt is one of ours.')).toBeNull();
});

test('a code that no receipt has says so, and does not offer to try again', async () => {
  open(() => refusal(404, UNKNOWN_RECEIPT_CODE));
  expect(await screen.findByText(UNKNOWN_RECEIPT_CODE)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Contact us' })).toBeVisible();
});

test('whoever is held off can try again', async () => {
  const { user, answers } = open(() => refusal(429, 'Too many calls. Try again in a minute.'));
  expect(await screen.findByText('Too many calls. Try again in a minute.')).toBeVisible();
  answers[`/verify_receipt/${CODE}`] = FOUND;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This receipt is one of ours.')).toBeVisible();
});
