// @vitest-environment happy-dom
import type { BookProof, OwnerMessage } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('book_checks');

const HASH = '0123456789abcdef'.repeat(4);
const PROOF: BookProof = {
  check: {
    ...{ ended_at: '2026-11-26T02:00:00.000Z', difference_count: 0, first: null },
    ...{ postings: 12_345, entry: '4100', hash: HASH },
  },
};
const TOLD: OwnerMessage = {
  ...{ id: '1', day: '2026-11-25', text: '25/11/2026: cash GHS 10.00. hash 0123456789abcdef' },
  ...{ entry: '4090', hash: HASH, phones: 1, mails: 0, sent_at: '2026-11-25T19:00:00.000Z' },
  delivery: { sent: 1, queued: 0, failed: 0 },
};

const open = (proof: BookProof, told: readonly OwnerMessage[], as: 'SuperUser' | 'Auditor' = 'SuperUser') => {
  signInAs(as);
  const { calls } = serve({
    '/book_checks': () => Response.json([], { headers: { 'x-total-count': '0' } }),
    '/book_proof': () => Response.json(proof),
    '/owner_messages': () => Response.json(told, { headers: { 'x-total-count': String(told.length) } }),
  });
  openOfficePage(['book_checks'], '/book_checks');
  return calls;
};

test('the page shows the last proof with its hash, and what the owner was told', async () => {
  open(PROOF, [TOLD]);
  const panel = await screen.findByRole('region', { name: 'Proof of the books' });
  expect(panel).toHaveTextContent('Proved on 26 Nov 2026, 02:00: 12,345 postings up to entry 4100.');
  const proved = within(panel).getByText(/^Hash of entry 4100/);
  expect(proved).toHaveTextContent('Hash of entry 4100: 0123456789abcdef…');
  expect(proved.closest('details')).not.toHaveAttribute('open');
  expect(proved.closest('details')).toHaveTextContent(HASH);
  expect(await within(panel).findByText(/^Sent to the owner/)).toBeVisible();
  expect(panel).toHaveTextContent('Sent to the owner for 25 Nov 2026, on 25 Nov 2026, 19:00:');
  expect(panel).toHaveTextContent('25/11/2026: cash GHS 10.00. hash 0123456789abcdef');
});

test.each([
  [
    { sent: 0, queued: 2, failed: 0 },
    'Queued for the owner, and not sent yet, for 25 Nov 2026, on 25 Nov 2026, 19:00 (2 queued):',
  ],
  [
    { sent: 1, queued: 1, failed: 0 },
    'Sent in part to the owner for 25 Nov 2026, on 25 Nov 2026, 19:00 (1 sent, 1 queued):',
  ],
  [
    { sent: 0, queued: 0, failed: 1 },
    'Could not be sent to the owner for 25 Nov 2026, on 25 Nov 2026, 19:00 (1 failed):',
  ],
  [null, 'Told to the owner for 25 Nov 2026, on 25 Nov 2026, 19:00:'],
])('what the outbox has of the owner’s message is said: %j', async (delivery, words) => {
  open(PROOF, [{ ...TOLD, delivery }]);
  const panel = await screen.findByRole('region', { name: 'Proof of the books' });
  await within(panel).findByText(/to the owner|for the owner/);
  expect(panel).toHaveTextContent(words);
});

test('a difference is an alert with the first sentence, and nothing told yet is said', async () => {
  const check = PROOF.check && { ...PROOF.check, difference_count: 2, first: 'Entry 2 does not balance.' };
  open({ check }, []);
  expect(await screen.findByRole('alert')).toHaveTextContent(/found 2 differences\. Entry 2 does not balance\./);
  expect(await screen.findByText('The owner was told of no day yet.')).toBeVisible();
});

test('an auditor sees the proof, and nothing of what the owner is told', async () => {
  const calls = open(PROOF, [TOLD], 'Auditor');
  const panel = await screen.findByRole('region', { name: 'Proof of the books' });
  expect(panel).toHaveTextContent('Proved on 26 Nov 2026, 02:00');
  expect(panel).not.toHaveTextContent('owner');
  expect(screen.queryByRole('button', { name: 'Check the books now' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Messages to the Owner' })).toBeNull();
  expect(calls.map(({ path }) => path)).not.toContain('/owner_messages');
});
