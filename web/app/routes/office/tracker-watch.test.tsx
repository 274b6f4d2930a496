// @vitest-environment happy-dom
import { defaultRights, type Fence, type WatchRecord, type WatchRow } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../test/dom/office-page.tsx';
import { type Answer, serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';

await fetchPages('tracker_watch', 'tracker_watch/:id', 'paths_stops');

const ROW: WatchRow = {
  ...{ id: '4', device_id: '5', imei: '356938035643809', driver_id: '7', driver_code: 'DRV000001B' },
  ...{ fullname: 'AMA MENSAH', car_number: 'GR 1-20', kind: 'silent', times: 1, status: 'open' },
  words: 'No report: the next was due by 20 Nov 2026, 09:00.',
  ...{ since: '2026-11-20T08:00:00.000Z', last_since: '2026-11-20T08:00:00.000Z' },
  ...{ noticed_at: '2026-11-20T09:00:00.000Z', came_back_at: null },
  ...{ status_reason: null, closed_at: null, closed_by: null },
};
const RECORD: WatchRecord = {
  ...ROW,
  ...{ mobile_number: '+233240000001', sim_number: '+233245310000', bundle_until: '2026-11-19' },
  ...{ last_report_at: ROW.since, due_by: '2026-11-20T09:00:00.000Z', is_driver_removed: false, history: [] },
};

const rowsOf = (rows: readonly object[]) => () =>
  Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const open = (address: string, answers: Record<string, Answer>) => ({
  ...serve(answers),
  ...openOfficePage(['tracker_watch', 'tracker_watch/:id', 'paths_stops'], address),
});

beforeEach(() => signInAs('SuperAdmin'));

test('an entry is closed from the list with a usual cause', async () => {
  const page = open('/tracker_watch', {
    '/tracker_watch': ({ body }) =>
      'ids' in body ? Response.json({ status: true, message: 'The entry is closed.' }) : rowsOf([ROW])(),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Close… Silent, GR 1-20' }));
  const question = await screen.findByRole('dialog', { name: 'GR 1-20: what was the cause?' });
  await page.user.click(within(question).getByText('SIM data had run out'));
  await page.user.click(within(question).getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(page.calls.map(({ body }) => body)).toContainEqual({ ids: ['4'], reason: 'SIM data had run out' }),
  );
});

test('the page of an entry leads to the phone, the tracker and the map', async () => {
  open('/tracker_watch/4', { '/tracker_watch/4': RECORD });
  expect(await screen.findByRole('link', { name: /^Call / })).toHaveAttribute('href', 'tel:+233240000001');
  expect(screen.getByRole('link', { name: 'Open the tracker' })).toHaveAttribute('href', '/devices/5');
  expect(screen.getByRole('link', { name: 'Show GR 1-20 on the map' })).toHaveAttribute('href', '/tracker_map?car=7');
  expect(screen.getByText('19 Nov 2026')).toBeVisible();
});

test('those who may not close see no button for it', async () => {
  const { role, permissions } = defaultRights('SuperUser');
  signInAs({ role, permissions: permissions.filter((one) => one !== 'tracking.watch') });
  open('/tracker_watch/4', { '/tracker_watch/4': RECORD });
  expect(await screen.findByText('356938035643809')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close…' })).toBeNull();
});

const PATH: Fence = {
  ...{ kind: 'path', id: '3', name: 'ACCRA - TEMA', shape_id: null, version: 0, shape: null },
  ...{ changed_at: null, rules: [] },
};

test('a path is drawn by numbers alone, says what is wrong meanwhile, and undoes the last corner', async () => {
  const page = open('/paths_stops', {
    '/fences': ({ body }) =>
      Response.json(
        'shape' in body ? { status: true, message: 'The shape is saved.', shape_id: '9', version: 1 } : [PATH],
      ),
  });
  await page.user.click(await screen.findByRole('button', { name: /ACCRA - TEMA/ }));
  const save = screen.getByRole('button', { name: 'Save the shape' });
  expect(save).toBeDisabled();
  expect(screen.getByText('Please set at least three corners.')).toBeVisible();
  const places = [
    ['5.5', '-0.3'],
    ['5.5', '-0.1'],
    ['5.7', '-0.1'],
    ['0', '0'],
  ] as const;
  for (const [n, [latitude, longitude]] of places.entries()) {
    await page.user.click(screen.getByRole('button', { name: 'Add a corner' }));
    await page.user.type(screen.getByLabelText(`Corner ${n + 1}, latitude`), latitude);
    await page.user.type(screen.getByLabelText(`Corner ${n + 1}, longitude`), longitude);
  }
  await page.user.click(screen.getByRole('button', { name: 'Undo the last corner' }));
  await page.user.click(save);
  await waitFor(() =>
    expect(page.calls.map(({ body }) => body)).toContainEqual({
      ...{ kind: 'path', id: '3', version: 0 },
      shape: {
        kind: 'polygon',
        corners: [
          [5.5, -0.3],
          [5.5, -0.1],
          [5.7, -0.1],
        ],
      },
    }),
  );
});
