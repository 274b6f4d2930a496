// @vitest-environment happy-dom
import type { Feeds } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { RefusedReports } from './refused-reports.tsx';

const openWith = (rejected: Feeds['rejected']) => {
  const feeds: Feeds = { secret_made_at: null, secret_made_by: null, rejected };
  vi.stubGlobal('fetch', async () => Response.json(feeds));
  signInAs('SuperUser');
  const Page = () => (
    <>
      <p>Trackers</p>
      <RefusedReports />
    </>
  );
  openOfficePage([{ path: '/', element: <Page /> }], '/');
};

test('refused reports are counted by cause, each with what to do and the last tracker', async () => {
  openWith([
    { cause: 'wrong_secret', reports: 1_204, last_at: '2026-11-25T11:59:46.000Z', last_name: '4710038911' },
    { cause: 'no_name', reports: 1, last_at: '2026-11-24T10:00:00.000Z', last_name: '' },
  ]);
  const table = within(await screen.findByRole('region', { name: 'Reports refused in 7 days' }));
  const cells = table.getAllByRole('row').map((row) => row.textContent);
  expect(cells[1]).toMatch(/^Its secret is wrong\. Enter the present one.*1,204.*4710038911$/);
  expect(cells[2]).toMatch(/^It does not name its tracker\..*–$/);
});

test.each([['none'], ['a server of before']])('nothing shows with %s', async (of) => {
  openWith(of === 'none' ? [] : undefined);
  await screen.findByText('Trackers');
  expect(screen.queryByRole('table')).toBeNull();
});
