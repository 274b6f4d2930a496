// @vitest-environment happy-dom
import type { StaffRole } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import toast from 'react-hot-toast';
import { expect, test, vi } from 'vitest';
import { fetchPages, holdToday, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, type ServedCall, serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

const RF = { id: '1', type_code: 'RF', description: 'REGISTRATION FEE', by_plan: false };
const SS = { id: '2', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', by_plan: true };
const PRICE = { id: '4', year: 2027, type_code: 'RF', description: 'REGISTRATION FEE', plan: null, amount: '200.00' };
const PLATINUM = { ...PRICE, id: '5', type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', plan: 'platinum' };

holdToday();

const PAGES = ['payment_list', 'add_payment_list', 'edit_payment_list/:id', 'view_payment_list/:id'];

await fetchPages(...PAGES.filter((page) => typeof page === 'string'));

const isChange = ({ body }: ServedCall) => Object.keys(body).length > 0;
const list = (rows: object[], count = rows.length) =>
  Response.json(rows, { headers: { 'x-total-count': String(count) } });
const saved = (message: string) => Response.json({ status: true, message, entry: PRICE }, { status: 201 });

const open = (path: string, answers: Record<string, Answer> = {}, role: StaffRole = 'SuperUser') => {
  signInAs(role);
  const served = serve({
    '/payment_types': [RF, SS],
    '/payment_types/type_bycode': ({ body }) => Response.json(body.type_code === 'SS' ? SS : RF),
    '/payment_list': (call) => (isChange(call) ? saved('It is set.') : list([PRICE, PLATINUM], 44)),
    '/payment_list/4': { ...PRICE, in_use: true },
    ...answers,
  });
  const opened = openOfficePage(PAGES, path);
  // A field that must be filled in has a star behind its label.
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));
  const isAt = (address: string) =>
    waitFor(() => expect(opened.router.state.location.pathname + opened.router.state.location.search).toBe(address));
  const changes = (path: string) => served.calls.filter((call) => call.path === path && isChange(call));
  const chooseType = async (code: string) => {
    await screen.findByRole('option', { name: new RegExp(`^${code} `) });
    await opened.user.selectOptions(field('Payment Type'), code);
  };
  return { ...opened, ...served, field, isAt, changes, chooseType };
};

const expectToast = (text: string) =>
  waitFor(() => expect([...document.querySelectorAll('.toast')].map((one) => one.textContent)).toContain(text));

test('‘Yearly Payment’ shows fifty prices a page, all of a year, which may be changed, each with its plan and ways on', async () => {
  const { user, isAt } = open('/payment_list');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Yearly Payment');
  const row = within((await screen.findByText('Platinum')).closest('tr') as HTMLElement);
  expect(row.getByText('MONTHLY SUBSCRIPTION')).toBeVisible();
  const name = '2027 MONTHLY SUBSCRIPTION (Platinum)';
  expect(row.getByRole('link', { name: `View ${name}` })).toHaveAttribute('href', '/view_payment_list/5');
  expect(row.getByRole('link', { name: `Edit ${name}` })).toHaveAttribute('href', '/edit_payment_list/5');
  expect(screen.getByLabelText('Rows a page')).toHaveValue('50');
  await user.selectOptions(screen.getByLabelText('Rows a page'), '10');
  await isAt('/payment_list?size=10');
  await user.selectOptions(screen.getByLabelText('Year'), '2028');
  await isAt('/payment_list?size=10&year=2028');
  expect(screen.getByRole('link', { name: 'Add Payment List' })).toHaveAttribute('href', '/add_payment_list');
});

test('a price of which another amount waits says so, and leads to the approval', async () => {
  const because = { field: 'Waits because', before: '', after: 'Drivers may owe it.' };
  const changes = [because, { field: 'Price', before: 'GHS 1.00', after: 'GHS 1,250.00' }];
  const asked = { id: '9', kind: 'prices.change', subject_id: '5', changes };
  open('/payment_list', { '/approvals': [asked] }, 'SystemAdmin');
  const link = await screen.findByRole('link', { name: 'GHS 1,250.00 waits for approval' });
  expect(link).toHaveAttribute('href', '/approvals/9');
  expect(within(link.closest('tr') as HTMLElement).getByText('Platinum')).toBeVisible();
});

test('deleting asks first, and the list is read again', async () => {
  const { user, calls } = open('/payment_list', { '/payment_list/4': { status: true, message: 'It is deleted.' } });
  await user.click(await screen.findByRole('button', { name: 'Delete 2027 REGISTRATION FEE' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete the payment list?' });
  expect(calls.filter(({ path }) => path === '/payment_list/4')).toHaveLength(0);
  const read = calls.length;
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await expectToast('It is deleted.');
  const later = () => calls.slice(read).flatMap(({ path }) => (path === '/approvals' ? [] : [path]));
  await waitFor(() => expect(later()).toEqual(['/payment_list/4', '/payment_list']));
});

test('a price in use is not deleted, and the person is told why', async () => {
  const told = 'The price of REGISTRATION FEE for 2027 is used by payments, so it cannot be deleted.';
  const { user } = open('/payment_list', { '/payment_list/4': () => refusal(409, told) });
  await user.click(await screen.findByRole('button', { name: 'Delete 2027 REGISTRATION FEE' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expectToast(told);
});

test('the year is one of twenty, from five before this one; the dashboard’s year is chosen', async () => {
  const { field } = open('/add_payment_list?year=2028');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Payment List Setup');
  const years = [...field('Year').querySelectorAll('option')].map(({ value }) => value);
  expect(years).toEqual(['', ...Array.from({ length: 20 }, (_, index) => String(2021 + index))]);
  expect(field('Year')).toHaveValue('2028');
});

test('the chosen type’s description is fetched and read-only, and the price is sent with two decimals', async () => {
  const { user, field, chooseType, changes, isAt } = open('/add_payment_list');
  await user.selectOptions(field('Year'), '2028');
  await chooseType('RF');
  await waitFor(() => expect(field('Description')).toHaveValue('REGISTRATION FEE'));
  expect(field('Description')).toHaveAttribute('readonly');
  expect(changes('/payment_types/type_bycode').map(({ body }) => body)).toEqual([{ type_code: 'RF' }]);
  expect(await screen.findByText('In 2027 it costs GHS 200.00.')).toBeVisible();
  expect(screen.queryByLabelText('Plan')).toBeNull();
  await user.type(field('Amount'), '1,250');
  await user.tab();
  expect(field('Amount')).toHaveValue('1250.00');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await isAt('/payment_list');
  await expectToast('It is set.');
  expect(changes('/payment_list').map(({ body }) => body)).toEqual([
    { year: 2028, type_code: 'RF', description: 'REGISTRATION FEE', plan: null, amount: '1250.00' },
  ]);
});

test('a type that is priced by plan asks for the plan', async () => {
  const { user, field, chooseType, changes, isAt } = open('/add_payment_list?year=2028');
  await chooseType('SS');
  await user.type(field('Amount'), '850');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Please select the plan.')).toBeVisible();
  await user.selectOptions(field('Plan'), 'standard');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await isAt('/payment_list');
  expect(changes('/payment_list')[0]?.body).toMatchObject({ type_code: 'SS', plan: 'standard', amount: '850.00' });
});

test('an empty form is refused at its fields, and sends nothing', async () => {
  const { user, field, changes } = open('/add_payment_list');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Please select the year.')).toBeVisible();
  expect(screen.getByText('Please select payment type')).toBeVisible();
  expect(screen.getByText('Give an amount with two decimals, like 300.00.')).toBeVisible();
  await waitFor(() => expect(field('Year')).toHaveFocus());
  expect(changes('/payment_list')).toEqual([]);
});

test.each([
  ['0', 'The amount must be more than 0.00.'],
  ['-5', 'Give an amount with two decimals, like 300.00.'],
  ['300.555', 'Give an amount with two decimals, like 300.00.'],
  ['1e9', 'Give an amount with two decimals, like 300.00.'],
  ['NaN', 'Give an amount with two decimals, like 300.00.'],
  ['1000000000', 'The amount is more than GHS 100,000.00. Please check it.'],
])('the amount %j is refused at its field and stays as it was typed', async (amount, message) => {
  const { user, field, chooseType, changes } = open('/add_payment_list?year=2028');
  await chooseType('RF');
  await user.type(field('Amount'), amount);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(changes('/payment_list')).toEqual([]);
});

test('a price that there is already is told at the year, and what was typed stays', async () => {
  const message = 'REGISTRATION FEE has a price for 2027 already: GHS 200.00.';
  const taken = () => refusal(409, message, { code: 'conflict', issues: [{ path: 'body.year', message }] });
  const { user, field, chooseType } = open('/add_payment_list?year=2027', {
    '/payment_list': (call) => (isChange(call) ? taken() : list([PRICE])),
  });
  await chooseType('RF');
  await user.type(field('Amount'), '300');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(field('Amount')).toHaveValue('300.00');
});

test('a description that cannot be fetched is told at its field, and nothing is sent', async () => {
  const told = 'There is no payment type with this code.';
  const { user, field, chooseType, changes } = open('/add_payment_list?year=2028', {
    '/payment_types/type_bycode': () => refusal(404, told),
  });
  await chooseType('RF');
  expect(await screen.findByText(told)).toBeVisible();
  await user.type(field('Amount'), '300');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expectToast(told);
  expect(changes('/payment_list')).toEqual([]);
});

test('‘Same as previous year’ needs a year, and says what was copied and what was not', async () => {
  const message = '2 prices of 2027 were copied to 2028. Still without a price for 2028: TOWING.';
  const copied = [PRICE, PLATINUM].map((price) => ({ ...price, year: 2028 }));
  const { user, field, changes } = open('/add_payment_list', {
    '/payment_list/previous_payment_list': () =>
      Response.json({ status: true, message, copied, kept: 0, missing: ['TOWING'] }, { status: 201 }),
  });
  const button = screen.getByRole('button', { name: 'Same as previous year' });
  await user.click(button);
  expect(await screen.findByText('Please select the year.')).toBeVisible();
  await user.selectOptions(field('Year'), '2028');
  await user.click(button);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('MONTHLY SUBSCRIPTION (Platinum)')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the prices of 2028' })).toHaveAttribute(
    'href',
    '/payment_list?year=2028',
  );
  expect(changes('/payment_list/previous_payment_list').map(({ body }) => body)).toEqual([{ year: 2028 }]);
});

test('to copy prices to the next year, the year after the last one with prices is chosen, and Enter copies', async () => {
  const done: Answer = () =>
    Response.json({ status: true, message: 'Copied.', copied: [], kept: 0, missing: [] }, { status: 201 });
  const { user, field, changes } = open('/add_payment_list?year=next', {
    '/payment_list/previous_payment_list': done,
  });
  await waitFor(() => expect(field('Year')).toHaveValue('2028'));
  expect(screen.getByRole('button', { name: 'Same as previous year' })).toHaveFocus();
  await user.selectOptions(field('Year'), '');
  expect(field('Year')).toHaveValue('');
  await user.selectOptions(field('Year'), '2028');
  screen.getByRole('button', { name: 'Same as previous year' }).focus();
  await user.keyboard('{Enter}');
  const copies = () => changes('/payment_list/previous_payment_list').map(({ body }) => body);
  await waitFor(() => expect(copies()).toEqual([{ year: 2028 }]));
});

test('a year before without prices is told', async () => {
  const told = '2029 has no prices that could be copied.';
  const { user } = open('/add_payment_list?year=2030', {
    '/payment_list/previous_payment_list': () => refusal(422, told),
  });
  await user.click(screen.getByRole('button', { name: 'Same as previous year' }));
  await expectToast(told);
});

test('editing changes the amount alone, warns of a price in use, and says ten seconds long what it means', async () => {
  const message = 'REGISTRATION FEE costs GHS 210.00 in 2027. Where it is not paid yet, it gets the new price.';
  const { user, field, isAt, changes } = open('/edit_payment_list/4', {
    '/payment_list/4': (call) =>
      Response.json(isChange(call) ? { status: true, message, entry: PRICE } : { ...PRICE, in_use: true }),
  });
  expect(await screen.findByText(/gets the new price; what was cleared stays paid\./)).toBeVisible();
  for (const label of ['Year', 'Payment Code', 'Description']) expect(field(label)).toHaveAttribute('readonly');
  await user.clear(field('Amount'));
  await user.type(field('Amount'), '210');
  const success = vi.spyOn(toast, 'success');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await isAt('/payment_list');
  await waitFor(() => expect(success).toHaveBeenCalledWith(message, { duration: 10_000 }));
  expect(changes('/payment_list/4').map(({ body }) => body)).toEqual([{ amount: '210.00' }]);
});

test('a price that somebody deleted meanwhile is told, and what was typed stays', async () => {
  const told = 'There is no such yearly price.';
  const { user, field } = open('/edit_payment_list/4', {
    '/payment_list/4': (call) => (isChange(call) ? refusal(404, told) : Response.json({ ...PRICE, in_use: false })),
  });
  await user.type(await screen.findByLabelText(/^Amount/), '1');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Give an amount with two decimals, like 300.00.');
  await user.clear(field('Amount'));
  await user.type(field('Amount'), '210');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await expectToast(told);
  expect(field('Amount')).toHaveValue('210.00');
});

test('viewing shows the price, and whether anything rests on it', async () => {
  const { user, isAt } = open('/view_payment_list/4', {}, 'Accounts');
  expect(await screen.findByText('GHS 200.00')).toBeVisible();
  expect(screen.getByText('Yes: it can be changed but not deleted')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await isAt('/payment_list');
});

test('a price that is not there leads to all of them', async () => {
  open('/view_payment_list/4', { '/payment_list/4': () => refusal(404, 'There is no such yearly price.') });
  expect(await screen.findByText('There is no such yearly price.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all yearly prices' })).toHaveAttribute('href', '/payment_list');
});

test('a removal that waits for another person is told on the page of its price', async () => {
  const waiting = { id: '12', kind: 'prices.remove', subject_id: '4', subject: 'RF 2027', changes: [] };
  open('/view_payment_list/4', { '/approvals': () => list([waiting]) }, 'SuperAdmin');
  expect(await screen.findByText(/^Removal of a price waits for another person/)).toBeVisible();
});
