// @vitest-environment happy-dom
import type { BookCheck } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('book_checks');

const BEGUN: BookCheck = {
  ...{ id: '1', begun_at: '2026-11-20T10:00:00.000Z', ended_at: null, asked: 'by staff' },
  ...{ records: 0, postings: 0, entry: null, hash: null, difference_count: 0, differences: [] },
};
const answer = (...rows: BookCheck[]) => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

test('a look that goes on shows its end by itself', async () => {
  signInAs('SuperUser');
  const looks = [answer(), answer(BEGUN), answer(BEGUN)];
  const ended = { ...BEGUN, ended_at: '2026-11-20T10:00:03.000Z', records: 188 };
  const done = { status: true, success: true, message: 'The books are being checked.' };
  serve({
    '/book_proof': () => Response.json({ check: null }),
    '/owner_messages': () => answer(),
    '/book_checks': ({ headers }) =>
      headers.has('idempotency-key') ? Response.json(done, { status: 201 }) : (looks.shift() ?? answer(ended)),
  });
  const { user } = openOfficePage(['book_checks'], '/book_checks');
  await screen.findByText(/have not been checked yet/);
  await user.click(screen.getByRole('button', { name: 'Check the books now' }));
  expect(await screen.findByText('In progress')).toBeVisible();
  expect(await screen.findByText('The books agree')).toBeVisible();
});
