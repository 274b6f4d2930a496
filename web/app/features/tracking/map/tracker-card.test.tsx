// @vitest-environment happy-dom
import { defaultRights, type StolenRow, type Tracker } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { listed } from '../../../../test/dom/payments.ts';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { TrackerCard } from './tracker-card.tsx';

const NOW = '2026-11-25T12:00:00.000Z';
const TRACKER: Tracker = {
  ...{ id: '7', device_id: '5', imei: '356938035643809', car_number: 'GR 1-20', driver_code: 'DRV000001B' },
  ...{ driver_name: 'AMA MENSAH', silent_minutes: 360, state: 'parked', incident: null },
  place: {
    ...{ fix_at: '2026-11-25T11:58:00.000Z', received_at: '2026-11-25T11:59:00.000Z' },
    ...{ latitude: 5.55, longitude: -0.2, speed_kmh: 0, course: null, accuracy_m: 4, is_moving: false },
    ...{ still_since: '2026-11-25T06:00:00.000Z', has_ignition: false, has_power: true, battery_percent: 86 },
    ...{ alarm: null, alarm_at: null },
  },
};
const STOLEN: StolenRow = {
  ...{ id: '3', driver_id: '7', driver_code: 'DRV000001B', fullname: 'AMA MENSAH', car_number: 'GR 1-20' },
  ...{ last_seen: 'Osu', status: 'open', status_reason: null, declared_at: NOW, declared_by: 'Esi Quaye' },
  ...{ ended_at: null, ended_by: null, open_links: 0 },
};

/** Opens the card of a car with its declarations that are open. */
const openCard = (stolen: readonly StolenRow[], tracker = TRACKER) => {
  const served = serve({
    '/trackers/7': tracker,
    '/stolen_cars': ({ body }) =>
      'last_seen' in body
        ? Response.json({ status: true, message: 'GR 1-20 is declared stolen.', stolen_car_id: '3' })
        : listed(stolen)(),
  });
  const element = (
    <TrackerCard
      {...{ id: '7', now: Date.parse(NOW), isFollowed: false, mayFollow: true }}
      {...{ onFollow: vi.fn(), onDay: vi.fn(), onClose: vi.fn() }}
    />
  );
  return { ...served, ...openOfficePage([{ path: '/', element }, { path: '/stolen_cars/3' }], '/') };
};

const card = async () => within(await screen.findByRole('region', { name: 'Chosen car' }));

test('the card says in words how the car stands, how old that is, and whose it is', async () => {
  signInAs('SuperUser');
  openCard([]);
  const shown = await card();
  expect(await shown.findByRole('heading', { name: 'GR 1-20' })).toBeVisible();
  const facts = (label: string) => shown.getByText(label).nextElementSibling?.textContent;
  expect(shown.getByText('Parked')).toBeVisible();
  expect(facts('Parked for')).toBe('6 h');
  expect(facts('Position')).toBe('2 min ago, ±4 m');
  expect(facts('Last report')).toBe('1 min ago');
  expect(facts('Driver')).toBe('Ama Mensah, DRV000001B');
});

test('the card leads to the emergency of an alarm, also once it has ended', async () => {
  signInAs('SuperUser');
  openCard([], { ...TRACKER, incident: { id: '9', number: '2026-0412', is_open: false } });
  const shown = await card();
  expect(await shown.findByRole('link', { name: '2026-0412' })).toHaveAttribute('href', '/response_request/9');
  expect(shown.getByText('Emergency').nextElementSibling).toHaveTextContent('2026-0412, ended');
});

test('a car is declared stolen from its card, and its record opens', async () => {
  signInAs('SuperUser');
  const { user, calls, router } = openCard([]);
  await user.click(await (await card()).findByRole('button', { name: 'Declare stolen…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Is GR 1-20 stolen?' }));
  await user.type(question.getByLabelText(/^Where it was last seen/), 'Osu, Oxford Street');
  await user.click(question.getByRole('button', { name: 'Declare it stolen' }));
  await expect.poll(() => router.state.location.pathname).toBe('/stolen_cars/3');
  expect(calls.map(({ body }) => body)).toContainEqual({ driver_id: '7', last_seen: 'Osu, Oxford Street' });
});

test('the card of a stolen car leads to the search, and cannot declare it again', async () => {
  signInAs('SuperUser');
  openCard([STOLEN]);
  const shown = await card();
  expect(await shown.findByRole('link', { name: 'Open the search' })).toHaveAttribute('href', '/stolen_cars/3');
  expect(shown.getByText('Stolen')).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Declare stolen…' })).toBeNull();
});

test('who may not share a car is not offered to declare it stolen', async () => {
  const { role, permissions } = defaultRights('SuperUser');
  signInAs({ role, permissions: permissions.filter((one) => one !== 'tracking.share') });
  const { calls } = openCard([]);
  const shown = await card();
  expect(await shown.findByRole('button', { name: 'Show the day' })).toBeVisible();
  await expect.poll(() => calls.some(({ path }) => path === '/stolen_cars')).toBe(true);
  expect(shown.queryByRole('button', { name: 'Declare stolen…' })).toBeNull();
});
