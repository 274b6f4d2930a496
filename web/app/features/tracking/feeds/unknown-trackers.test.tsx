// @vitest-environment happy-dom
import type { UnknownTracker } from '@banbo/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { UnknownTrackers } from './unknown-trackers.tsx';

const ROW: UnknownTracker = {
  ...{ id: '3', unique_id: '4710038911', is_imei: false, feed: 'traccar', reports: 12 },
  ...{ first_at: '2026-11-20T08:00:00.000Z', last_at: '2026-11-20T09:00:00.000Z', latitude: 5.6, longitude: -0.18 },
};

test('a tracker that reports by a name of its own is added to the stock', async () => {
  signInAs('SuperUser');
  const { calls } = serve({
    '/unknown_trackers': () => Response.json([ROW], { headers: { 'x-total-count': '1' } }),
    '/unknown_trackers/adopt': { status: true, message: 'The tracker 4710038911 is in stock.', id: '9' },
  });
  const { user } = openOfficePage([{ path: '/', element: <UnknownTrackers /> }], '/');
  await user.click(await screen.findByRole('button', { name: 'Add to stock 4710038911' }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toContainEqual({ unique_id: '4710038911' }));
});
