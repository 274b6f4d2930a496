// @vitest-environment happy-dom
import type { JournalRecord, Permission } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('journals/:id');

const POSTED: JournalRecord = {
  ...{ id: '7', number: 'J2025-0007', kind: 'general', day: '2025-12-31', description: 'Rent', amount: '9.00' },
  ...{ status: 'posted', status_reason: null, made_by: 'ama', made_at: '2026-01-05T09:00:00.000Z' },
  ...{ posted_by: 'ama', posted_at: '2026-01-05T09:00:00.000Z', is_alone: false, needs_approval: false },
  ...{ approval_id: null, entry: '41', reversal: null, attachments: [], lines: [] },
};

const open = async (given: Partial<JournalRecord>, permissions: readonly Permission[]) => {
  signInAs({ role: 'Accounts', permissions: ['books.read', 'books.write', ...permissions] });
  serve({ '/journals/7': () => Response.json({ ...POSTED, ...given }) });
  const { user } = openOfficePage(['journals/:id'], '/journals/7');
  expect(await screen.findByText(`Journal ${POSTED.number}`)).toBeVisible();
  return user;
};

const reverse = () => screen.queryByRole('button', { name: 'Reverse…' });

test.each([
  ['one without money is posted today', {}, /^The opposite entry is posted today\./, 'Reverse it'],
  [
    'one of money waits for another person',
    { needs_approval: true },
    /^Another person has to approve it\. The opposite entry is posted on the day of the approval\./,
    'Ask for approval',
  ],
  [
    'that of a year end is of 31 December',
    { kind: 'year end' },
    /^The opposite entry is posted on 31 Dec 2025, like the closing\. Then 2025 can be closed again\./,
    'Reverse it',
  ],
] as const)('the question before a reversal says when it is posted: %s', async (_, given, words, action) => {
  const user = await open(given, ['books.close']);
  await user.click(screen.getByRole('button', { name: 'Reverse…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Reverse J2025-0007?' }));
  expect(question.getByText(words)).toBeVisible();
  expect(question.getByRole('button', { name: action })).toBeVisible();
});

test('a year end has no Reverse for people who may not close the books', async () => {
  await open({ kind: 'year end' }, []);
  expect(screen.getByText('Posted', { exact: true })).toBeVisible();
  expect(reverse()).toBeNull();
});

test('a reversal that waits says so, and cannot be asked for again', async () => {
  await open({ needs_approval: true, approval_id: '3' }, []);
  expect(screen.getByText('Another person decides whether it is reversed.')).toBeVisible();
  expect(reverse()).toBeNull();
});
