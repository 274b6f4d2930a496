// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed, PAYMENT } from '../../../../test/dom/payments.ts';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';

await fetchPages('device_payments');

/** The device payments at this address. */
const open = (query: string, answers: Record<string, Answer>) => {
  const children = ['device_payments'];
  return { ...openOfficePage(children, `/device_payments${query}`), ...serve(answers) };
};

test('a list that cannot be had says why and is asked for again', async () => {
  const { user, answers } = open('', { '/payments': () => refusal(422, 'The list is being mended.') });
  expect(await screen.findByText('The list is being mended.')).toBeVisible();
  answers['/payments'] = listed([PAYMENT]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('TOTAL DEVICE PAYMENTS')).toBeVisible();
});

test('a page number beyond the end leads back to the first page', async () => {
  const { user, answers, router } = open('?page=4711', { '/payments': listed([]) });
  expect(await screen.findByText(/There is no page 4,711/)).toBeVisible();
  answers['/payments'] = listed([PAYMENT]);
  await user.click(screen.getByRole('button', { name: 'Go to the first page' }));
  expect(await screen.findByText('TOTAL DEVICE PAYMENTS')).toBeVisible();
  expect(router.state.location.search).toBe('');
});

test('a file that is refused says why, and may be asked for again', async () => {
  const told = 'Other lists are being saved to files.';
  const { user } = open('', { '/payments': listed([PAYMENT]), '/payments/export': () => refusal(429, told) });
  const menu = await screen.findByRole('button', { name: 'Views, columns and files' });
  await screen.findByText('TOTAL DEVICE PAYMENTS');
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: 'Save as CSV' }));
  await waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent(told));
  await user.click(menu);
  expect(await screen.findByRole('menuitem', { name: 'Save as CSV' })).toBeEnabled();
});

test('pages, their size, filters and order are in the address, and Back goes the same way back', async () => {
  const { user, router } = open('', { '/payments': listed([PAYMENT], { count: 200 }) });
  const isAt = (search: string) =>
    waitFor(() => expect(new URLSearchParams(router.state.location.search).toString()).toBe(search));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await isAt('page=2');
  await user.click(await screen.findByRole('button', { name: 'Page 10' }));
  await isAt('page=10');
  await user.selectOptions(screen.getByLabelText('Rows a page'), '50');
  await isAt('size=50');
  await user.selectOptions(screen.getByLabelText('Status'), 'cleared');
  await isAt('size=50&status=cleared');
  const head = within(await screen.findByRole('columnheader', { name: /^Payment Date/ }));
  await user.click(head.getByRole('button', { name: 'Sort by Payment Date, the oldest first' }));
  await isAt('size=50&status=cleared&sort=transaction_date');
  for (const search of ['size=50&status=cleared', 'size=50', 'page=10', 'page=2', '']) {
    await router.navigate(-1);
    await isAt(search);
  }
  await waitFor(() => expect(screen.getByLabelText('Status')).toHaveValue(''));
});
