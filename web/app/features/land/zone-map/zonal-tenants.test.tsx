// @vitest-environment happy-dom
import { encodeRings, type PlotRecord, type Ring, type TenancyRow, type Zone, type ZoneMap } from '@banbo/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openOfficePage } from '../../../../test/dom/office-page.tsx';
import { signInAs } from '../../../../test/dom/signed-in.ts';
import { PlotCard } from './plot-card.tsx';
import { ZonalTenants } from './zonal-tenants.tsx';
import { ZonePanel } from './zone-panel.tsx';
import { plotsOfZone } from './zone-plots.ts';

const RING: Ring = [
  [-0.07, 5.6],
  [-0.0698, 5.6],
  [-0.0698, 5.6002],
  [-0.07, 5.6],
];
const MAP: ZoneMap = {
  ...{ zone_id: '3', states: ['free', 'applied', 'held', 'blocked'], blocks: ['Block B'] },
  ...{ id: [7, 1, 5], plot_number: ['10', '2', '101'], block: [0, 0, 0], state: '203' },
  ...{ rings: encodeRings([RING, RING, RING]), without_boundary: 4, left_out: 0 },
};
const ZONES: Zone[] = [
  { id: '3', zone: 'Nungua Zone 3', district: null },
  { id: '5', zone: 'Teshie', district: 'LEDZOKUKU' },
];
const TENANCY: TenancyRow = {
  ...{ id: '1', plot_id: '7', zone: 'Nungua Zone 3', block: 'Block B', plot_number: '10', tenant_id: '4' },
  ...{ tenant_code: 'TNT-004417-V', fullname: 'GRACE ODONKOR', indenture_number: 'IN 1/1987', how: 'new_purchase' },
  ...{
    commencement: '1987-03-01',
    term_years: 99,
    ends_on: '2086-03-01',
    ground_rent: '400.00',
    rent_owed: '0.00',
    rent_owed_since: null,
    review_years: null,
  },
  ...{ held_from: '1987-03-01', held_until: null, end_reason: null },
};

const answering = (body: unknown, headers = {}) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(body, { headers });
  });
  return asked;
};

const openPanel = (state: 'blocked' | null = null) => {
  const asked = answering([TENANCY], { 'x-total-count': '1' });
  signInAs('Operations');
  const calls = { onZone: vi.fn(), onState: vi.fn(), onChoose: vi.fn() };
  const shown = { zones: ZONES, zone: '3', map: MAP, plots: plotsOfZone(MAP), state, chosen: '8' };
  const { user } = openOfficePage([{ path: '/', element: <ZonePanel {...shown} {...calls} /> }], '/');
  return { user, asked, ...calls };
};

test('the legend counts the states, and says how many plots the map lacks', async () => {
  const { user, onState } = openPanel();
  const states = within(screen.getByRole('group', { name: 'States' }));
  expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['All 3', ' Free 1', ' Applied for 0', ' Held 1', ' Blocked 1'],
  ]);
  expect(screen.getByText(/4 plots have no boundary yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'All plots of the zone' })).toHaveAttribute('href', '/plots?zone=3');
  await user.click(states.getByRole('button', { name: 'Blocked 1' }));
  expect(onState).toHaveBeenCalledWith('blocked');
});

test('who holds a plot of the zone now stands beside the map in words, and leads to the plot', async () => {
  const { user, asked, onChoose } = openPanel();
  await user.click(
    await screen.findByRole('button', { name: /Block B, 10 ?Grace Odonkor ?TNT-004417-V · until 1 Mar 2086/ }),
  );
  expect(onChoose).toHaveBeenCalledWith('7');
  expect(asked[0]).toBe('/api/tenancies?zone=3&state=current&page=1&size=50');
});

test('a plot is found by its number, and Enter chooses the first one', async () => {
  const { user, onChoose } = openPanel();
  await user.type(screen.getByRole('searchbox', { name: 'Find a plot' }), '10');
  const lines = within(screen.getByRole('list', { name: 'Plots' })).getAllByRole('button');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Block B, 10Held', 'Block B, 101Blocked']);
  expect(screen.getByRole('status')).toHaveTextContent('2 plots found');
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledWith('7');
});

test('the list goes by the state that is looked at, and arrow keys move in a list', async () => {
  openPanel('blocked');
  const found = within(screen.getByRole('list', { name: 'Plots' })).getAllByRole('button');
  expect(found.map(({ textContent }) => textContent)).toEqual(['Block B, 101Blocked']);
  cleanup();
  const { user } = openPanel();
  await user.click(screen.getByRole('button', { name: 'Plots' }));
  const [first, second] = within(screen.getByRole('list', { name: 'Plots' })).getAllByRole('button');
  expect(first).toHaveAttribute('aria-current', 'true');
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(first).toHaveFocus();
});

test('another zone is chosen by its name', async () => {
  const { user, onZone } = openPanel();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Zone' }), 'Teshie');
  expect(onZone).toHaveBeenCalledWith('5');
});

test('the card says who holds the plot, and by what it is blocked', async () => {
  const holder = { id: '1', tenant_id: '4', tenant_code: 'TNT-004417-V', tenant_name: 'GRACE ODONKOR' };
  const plot: Partial<PlotRecord> = {
    ...{ id: '7', plot_number: '10', block: 'Block B', land_use: 'residential', owner_kind: 'stool' },
    ...{ owner_name: 'NUNGUA STOOL', acres: 0.1607, hectares: 0.065, has_boundary: true, state: 'blocked' },
    tenancy: {
      ...{ ...holder, how: 'import', indenture_number: 'IN 1/1987', held_from: '1987-03-01', held_until: null },
      ...{ end_reason: null, commencement: '1987-03-01', term_years: 99, ends_on: '2086-03-01', ground_rent: '400.00' },
    },
    caveats: [
      {
        ...{ id: '1', kind: 'injunction', suit_number: 'LD/0123/2021', about: 'Two claim it.' },
        ...{ placed_on: '2026-01-05', case_id: null },
      },
    ],
    applications: [],
  };
  answering(plot);
  signInAs('Legal');
  const onClose = vi.fn();
  const { user } = openOfficePage([{ path: '/', element: <PlotCard id="7" onClose={onClose} /> }], '/');
  expect(await screen.findByRole('heading', { name: 'Plot 10' })).toBeVisible();
  const card = within(screen.getByRole('region', { name: 'Chosen plot' }));
  for (const words of ['0.16 acres, 0.065 ha', 'Nungua Stool', 'LD/0123/2021, since 5 Jan 2026', 'Blocked'])
    expect(card.getByText(words)).toBeVisible();
  expect(card.getByText(/not title to land/)).toBeVisible();
  expect(card.getByRole('link', { name: 'Grace Odonkor' })).toHaveAttribute('href', '/tenants/4');
  expect(card.getByRole('link', { name: 'Open the plot' })).toHaveAttribute('href', '/plots/7');
  await user.click(card.getByRole('button', { name: 'Close the plot' }));
  expect(onClose).toHaveBeenCalled();
});

test('without a zone the page leads to where zones are added, those who may add one', async () => {
  answering([]);
  signInAs('SuperAdmin');
  openOfficePage([{ path: '/', element: <ZonalTenants /> }], '/');
  expect(await screen.findByRole('link', { name: 'Add a zone' })).toHaveAttribute('href', '/land_zones');
});
