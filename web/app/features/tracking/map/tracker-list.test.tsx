// @vitest-environment happy-dom
import type { TrackerLine, TrackerState } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { carStore } from './car-store.ts';
import { TrackerList } from './tracker-list.tsx';

const AT = '2026-11-25T12:00:00.000Z';

const line = (id: string, state: TrackerState, given: Partial<TrackerLine> = {}): TrackerLine => ({
  ...{ id, imei: `86000000000000${id}`, car_number: `GR ${id}-20`, driver_code: `DRV000000${id}` },
  ...{ driver_name: 'KOFI MENSAH', state, received_at: '2026-11-25T11:59:46.000Z', alarm: null, ...given },
});
const LINES = [
  line('1', 'alarm', { alarm: 'sos' }),
  line('2', 'moving'),
  line('3', 'unreported', { received_at: null }),
];
const COUNTS = { alarm: 1, moving: 1, parked: 1_201, silent: 0, unreported: 1 };

/** Opens the list beside a store that the stream has told of at the moment of the answer. */
const openList = (found = LINES.length) => {
  const queries: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    queries.push(decodeURIComponent(url.split('?')[1] ?? ''));
    return Response.json({ at: AT, lines: LINES, found, counts: COUNTS });
  });
  signInAs('SuperUser');
  const store = carStore();
  const nothing = { id: [], lat: [], lon: [], course: [], moving: [], age: [], silent: [], alarms: [] };
  store.replace({ at: AT, ...nothing }, new Set());
  const onChoose = vi.fn();
  const onFollow = vi.fn();
  const element = <TrackerList store={store} chosen="2" followed={['1']} onChoose={onChoose} onFollow={onFollow} />;
  const { user } = openOfficePage([{ path: '/', element }], '/');
  return { user, store, queries, onChoose, onFollow };
};

const lineOf = async (car: string) => (await screen.findByText(car)).closest('button') as HTMLButtonElement;

test('a line says its state, its age and its driver in words', async () => {
  openList();
  const text = async (car: string) => (await lineOf(car)).textContent;
  expect(await text('GR 1-20')).toMatch(/^GR 1-20SOS pressed1\d s agoKofi Mensah · DRV0000001 · followed$/);
  expect(await text('GR 3-20')).toBe('GR 3-20No report yet–Kofi Mensah · DRV0000003');
  expect(await lineOf('GR 2-20')).toHaveAttribute('aria-current', 'true');
});

test('counts stand by the states, and a state or a search asks the server', async () => {
  const { user, queries } = openList();
  const states = within(screen.getByRole('group', { name: 'States' }));
  await user.click(await states.findByRole('button', { name: 'Parked 1,201' }));
  await expect.poll(() => queries.at(-1)).toBe('skip=0&state=parked');
  expect(states.getByRole('button', { name: /^All/ })).toHaveTextContent('All 1,204');
  await user.click(states.getByRole('button', { name: /^Parked/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Find a car' }), ' mensah');
  await expect.poll(() => queries.at(-1)).toBe('skip=0&search=mensah');
});

test('arrow keys move from the search through the lines, Enter chooses and F follows', async () => {
  const { user, onChoose, onFollow } = openList();
  await lineOf('GR 1-20');
  await user.click(screen.getByRole('searchbox', { name: 'Find a car' }));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(await lineOf('GR 2-20')).toHaveFocus();
  await user.keyboard('{Enter}f');
  expect(onChoose).toHaveBeenCalledWith('2');
  expect(onFollow).toHaveBeenCalledWith('2', 'GR 2-20');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(await lineOf('GR 2-20')).toHaveFocus();
});

test('of many cars fifty are shown at a time', async () => {
  const { user, queries } = openList(1_204);
  expect(await screen.findByText('1–50 of 1,204')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await expect.poll(() => queries.at(-1)).toBe('skip=50');
});
