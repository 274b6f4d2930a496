// @vitest-environment happy-dom
import type { StaffRole } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, type ServedCall, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

const RENT = { id: '5', type_code: 'CC2000', description: 'GROUND RENT', side: 'land', by_plan: false };
const PASS = { id: '6', type_code: 'PASS', description: 'PASS', side: 'both', by_plan: true };
const ZONE = { id: '3', zone: 'NUNGUA ZONE 3', district: null };
const PRICE = {
  ...{ id: '4', year: 2026, type_code: 'CC2000', description: 'GROUND RENT', amount: '450.00' },
  ...{ zone_id: '3', zone: 'NUNGUA ZONE 3', land_use: 'residential' },
};
const GENERAL = { ...PRICE, id: '5', zone_id: null, zone: null, land_use: null, amount: '400.00' };

holdToday();

const PAGES = ['yearly_payments', 'yearly_payments/add', 'yearly_payments/edit/:id', 'yearly_payments/:id'];
await fetchPages(...PAGES);

const isChange = ({ body }: ServedCall) => Object.keys(body).length > 0;
const list = (rows: object[]) => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const open = (path: string, answers: Record<string, Answer> = {}, role: StaffRole = 'SuperUser') => {
  signInAs(role);
  const saved = { status: true, message: 'It is set.', entry: PRICE };
  const served = serve({
    '/payment_types': [RENT, PASS],
    '/zones': [ZONE],
    '/land_prices': () => Response.json({ prices: [{ ...RENT, amount: null, from: null }] }),
    '/yearly_payments': (call) => (isChange(call) ? Response.json(saved, { status: 201 }) : list([PRICE, GENERAL])),
    '/yearly_payments/4': { ...PRICE, in_use: true, waiting: null },
    '/yearly_payments/previous_yearly_payments': (call) =>
      isChange(call)
        ? Response.json(
            {
              status: true,
              message: '120 prices of 2027 were copied to 2028.',
              copied: [PRICE],
              count: 120,
              kept: 0,
              missing: [],
            },
            { status: 201 },
          )
        : Response.json({ prices: [PRICE, GENERAL], count: 120, kept: 1, missing: ['SITE PLAN'] }),
    ...answers,
  });
  const opened = openOfficePage(PAGES, path);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
  const isAt = (address: string) =>
    waitFor(() => expect(opened.router.state.location.pathname + opened.router.state.location.search).toBe(address));
  const changes = (to: string) => served.calls.filter((call) => call.path === to && isChange(call));
  return { ...opened, ...served, field, isAt, changes };
};

test('‘Yearly Payments’ shows each price with its zone and use, filters them, and leads on', async () => {
  const { user, isAt } = open('/yearly_payments');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Yearly Payments');
  const name = '2026 Ground rent (Nungua Zone 3, Residential)';
  const view = await screen.findByRole('link', { name: `View ${name}` });
  expect(view).toHaveAttribute('href', '/yearly_payments/4');
  const row = within(view.closest('tr') as HTMLElement);
  expect(row.getByText('Ground rent')).toBeVisible();
  expect(row.getByText('Nungua Zone 3')).toBeVisible();
  expect(row.getByRole('link', { name: `Edit ${name}` })).toHaveAttribute('href', '/yearly_payments/edit/4');
  expect(screen.getByText('Every zone')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Zone'), '3');
  await isAt('/yearly_payments?zone=3');
  await user.selectOptions(screen.getByLabelText('Use'), 'civic');
  await isAt('/yearly_payments?zone=3&land_use=civic');
});

test('those who read land alone see prices and change none', async () => {
  open('/yearly_payments', {}, 'Legal');
  await screen.findByText('Every zone');
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add Yearly Payment' })).toBeNull();
});

test('deleting asks first', async () => {
  const { user, calls } = open('/yearly_payments');
  await user.click(await screen.findByRole('button', { name: 'Delete 2026 Ground rent (Nungua Zone 3, Residential)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete the payment list?' });
  expect(calls.filter(({ path }) => path === '/yearly_payments/4')).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === '/yearly_payments/4')).toHaveLength(1));
});

test('the form says that the price of the year is not set, and sends every zone and use as none', async () => {
  const { user, field, changes, isAt } = open('/yearly_payments/add?year=2028');
  await screen.findByRole('option', { name: /^CC2000/ });
  expect(screen.queryByRole('option', { name: /^PASS/ })).toBeNull();
  await user.selectOptions(field('Payment Code'), 'CC2000');
  expect(field('Description')).toHaveValue('Ground rent');
  expect(
    await screen.findByText('Ground rent has no price for 2027. Ground rent has no price for 2028.'),
  ).toBeVisible();
  expect(field('Amount')).toHaveValue('');
  await user.type(field('Amount'), '450');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await isAt('/yearly_payments');
  expect(changes('/yearly_payments').map(({ body }) => body)).toEqual([
    { year: 2028, type_code: 'CC2000', zone_id: null, land_use: null, amount: '450.00' },
  ]);
});

test('the form says what the place costs by now, and by which price', async () => {
  const { user, field } = open('/yearly_payments/add?year=2028', {
    '/land_prices': { prices: [{ ...RENT, amount: '400.00', from: 'general' }] },
  });
  await screen.findByRole('option', { name: /^CC2000/ });
  await user.selectOptions(field('Payment Code'), 'CC2000');
  expect(await screen.findByText(/In 2028 it costs GHS 400\.00: the price of every zone and use\./)).toBeVisible();
});

test('what would be copied is seen before', async () => {
  const { user, changes } = open('/yearly_payments/add?year=2028');
  expect(await screen.findByText('120 prices of 2027 would be copied.')).toBeVisible();
  expect(screen.getByText(/2028 has 1 already\. Neither year has a price for Site plan\./)).toBeVisible();
  expect(screen.getByText('And 118 more.')).toBeVisible();
  const path = '/yearly_payments/previous_yearly_payments';
  expect(changes(path)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Same as previous year' }));
  expect(await screen.findByText('120 prices of 2027 were copied to 2028.')).toBeVisible();
  expect(changes(path).map(({ body }) => body)).toEqual([{ year: 2028 }]);
  expect(screen.getByText('Ground rent (Nungua Zone 3, Residential)')).toBeVisible();
  expect(screen.getByText('And 119 more.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the prices of 2028' })).toHaveAttribute(
    'href',
    '/yearly_payments?year=2028',
  );
});

test('of a price that stands, the amount alone is changed', async () => {
  const { field, user, changes, isAt } = open('/yearly_payments/edit/4');
  await waitFor(() => expect(field('Zone')).toHaveValue('Nungua Zone 3'));
  expect(field('Use')).toHaveAttribute('readonly');
  expect(screen.getByText(/^Payments rest on this price\./)).toBeVisible();
  await user.clear(field('Amount'));
  await user.type(field('Amount'), '470');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(changes('/yearly_payments/4').map(({ body }) => body)).toEqual([{ amount: '470.00' }]));
  await isAt('/yearly_payments');
});
