// @vitest-environment happy-dom
import type { FailedJob } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { refusal, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('failed_jobs');

const BOOKS: FailedJob = {
  ...{ id: '7', name: 'check books', is_recurring: false, tried_at: '2026-11-20T10:00:00.000Z' },
  ...{ attempts: 8, failure: 'Connection terminated', next_at: null, may_retry: true },
};
const IMPORT: FailedJob = { ...BOOKS, id: '8', name: 'import drivers', may_retry: false };

const listed = (...rows: FailedJob[]) => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const open = (retried: () => Response, rows: FailedJob[] = [BOOKS, IMPORT]) => {
  signInAs('SystemAdmin');
  const served = serve({ '/failed_jobs': () => listed(...rows), '/failed_jobs/7/retry': retried });
  return { ...served, ...openOfficePage(['failed_jobs'], '/failed_jobs') };
};

const confirm = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Try again: Checking the books' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try again' }));
};

test('a failed job is told in plain words, and tried again once that is confirmed', async () => {
  const rows = [BOOKS, IMPORT];
  const { user } = open(() => {
    rows.shift();
    return Response.json({ status: true, message: 'The job is tried again within seconds.' });
  }, rows);
  await confirm(user);
  expect(await screen.findByText('The job is tried again within seconds.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('row', { name: /Checking the books/ })).toBeNull());
});

test('an import leads to its lists, where it is gone on with, and is not tried again here', async () => {
  open(() => refusal(500, 'Not asked'));
  const row = within(await screen.findByRole('row', { name: /Importing a list of drivers/ }));
  expect(row.getByRole('link', { name: 'Continue from its list' })).toHaveAttribute('href', '/driver_import');
  expect(row.queryByRole('button', { name: /^Try again/ })).toBeNull();
});

test('a refusal is said in its words, and the job stays', async () => {
  const { user } = open(() => refusal(409, 'This job is being tried at the moment.'));
  await confirm(user);
  expect(await screen.findByText('This job is being tried at the moment.')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Checking the books/ })).toBeVisible();
});
