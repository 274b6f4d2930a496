// @vitest-environment happy-dom
import { DRIVER_LINE_FIELDS, type DriverImport, type DriverLineField } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';

await fetchPages('driver_import', 'driver_import/:id');

const NO_COLUMNS = Object.fromEntries(DRIVER_LINE_FIELDS.map((field) => [field, null])) as Record<
  DriverLineField,
  null
>;
const DEFAULTS = { default_nationality: '', default_identification_type: '', default_plan: '' } as const;
const MAPPING = {
  header_line: 1,
  day_order: 'dmy',
  name_order: 'first',
  ...NO_COLUMNS,
  full_name: 0,
  car_number: 1,
  mobile_number: 2,
  date_of_birth: 3,
  ...DEFAULTS,
} as const;

const LIST: DriverImport = {
  taken_back: null,
  id: '7',
  file_name: 'Book.csv',
  line_count: 3,
  status: 'uploaded',
  uploaded_at: '2026-11-20T10:00:00.000Z',
  uploaded_by: 'ama.mensah',
  imported_at: null,
  drivers: 0,
  debtors: 0,
  debts: '0.00',
  credited: 0,
  credits: '0.00',
  unpriced_years: [],
  mapping: null,
  counts: [],
  problem: '',
  progress: null,
  head: [
    { line: 1, cells: ['Driver', 'Car', 'Phone', 'Born'] },
    { line: 2, cells: ['Ama Mensah', 'GR 1234-20', '0241234567', '03/04/1985'] },
  ],
  suggestion: { ...MAPPING, day_order: null, car_number: null },
  is_remembered: false,
  read_from: '',
};

const CHECKED: DriverImport = {
  ...LIST,
  status: 'checked',
  mapping: MAPPING,
  counts: [
    { outcome: 'known', lines: 1 },
    { outcome: 'refused', lines: 1 },
    { outcome: 'remark', lines: 1 },
  ],
};

const KNOWN = {
  id: '3',
  driver_code: 'DRV000003X',
  fullname: 'AMA MENSAH',
  car_number: 'GR 1234-20',
  mobile_number: '+233241234567',
};

const LINE = {
  id: '7-2',
  driver_import: '7',
  line: 2,
  outcome: 'known',
  reason: 'This driver is registered with this car.',
  is_imported: false,
  fullname: 'Ama Mensah',
  cells: { ...Object.fromEntries(DRIVER_LINE_FIELDS.map((field) => [field, ''])), car_number: 'gr1234-20' },
  known: KNOWN,
  owes: null,
  driver: null,
};

const list = (rows: object[]) => () => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const open = (path: string, answers: Record<string, Answer>) => {
  const children = ['driver_import', 'driver_import/:id'];
  const lookups = { '/nationality': [{ id: '1', nationality: 'GHANAIAN' }], '/identification': [] };
  return {
    ...openOfficePage(children, path),
    ...serve({ '/driver_imports': list([]), '/driver_imports/lines': list([LINE]), ...lookups, ...answers }),
  };
};

test('a list is sent and leads to its columns', async () => {
  const { user, calls, router } = open('/driver_import', {
    '/driver_imports': ({ body }) =>
      body.file ? Response.json({ status: true, message: 'Read.', import_id: '7' }, { status: 201 }) : list([])(),
    '/driver_imports/7': LIST,
  });
  expect(await screen.findByText('No list of drivers has been sent yet.')).toBeVisible();
  await user.upload(screen.getByLabelText('File of drivers'), new File(['a,b,c'], 'Book.csv', { type: 'text/csv' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/driver_import/7'));
  expect(calls.find(({ body }) => body.file)?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  expect(await screen.findByRole('heading', { name: 'Book.csv' })).toBeVisible();
});

test('columns that are missing or chosen twice, and the order of days, are asked for before anything is sent', async () => {
  const { user, calls } = open('/driver_import/7', { '/driver_imports/7': LIST });
  await user.selectOptions(await screen.findByLabelText('Gender'), 'Born, as 03/04/1985');
  await user.selectOptions(screen.getByLabelText('Full name'), 'None');
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  expect(await screen.findByText('Please choose the column.')).toBeVisible();
  expect(screen.getByText('Please say which comes first in its days.')).toBeVisible();
  expect(screen.getByText('This column is chosen for something else.')).toBeVisible();
  expect(screen.getByText(/Please choose the column of the full name, or/)).toBeVisible();
  expect(calls.filter(({ body }) => 'car_number' in body)).toEqual([]);
});

test('the lines are shown with what would happen, those of current drivers beside them, and imported', async () => {
  const { user, calls, answers } = open('/driver_import/7', { '/driver_imports/7': LIST });
  await user.selectOptions(await screen.findByLabelText('Car number'), 'Car, as GR 1234-20');
  await user.selectOptions(screen.getByLabelText('Days'), 'Day first: 20/11/2026');
  await user.selectOptions(screen.getByLabelText('Usual nationality'), 'GHANAIAN');
  answers['/driver_imports/7'] = () => Response.json({ status: true, message: 'Checked.', driver_import: CHECKED });
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  expect(await screen.findByText(/This driver is registered with this car\./)).toBeVisible();
  expect(calls.find(({ body }) => 'car_number' in body)?.body).toEqual({ ...MAPPING, default_nationality: 'GHANAIAN' });
  expect(screen.getByRole('link', { name: 'DRV000003X' })).toHaveAttribute('href', '/display_driver/3');
  expect(screen.getByText(/Ama Mensah, GR 1234-20, 024 123 4567/)).toBeVisible();
  const figures = within(screen.getByRole('group', { name: 'What happens' }));
  expect(figures.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '1 Registered already',
    '1 Refused',
    '1 Will be added, with a remark',
  ]);
  await user.click(figures.getByRole('button', { name: /Refused/ }));
  await waitFor(() => expect(figures.getByRole('button', { name: /Refused/ })).toHaveAttribute('aria-pressed', 'true'));
  expect(screen.getByText(/to be corrected and sent again/)).toBeVisible();

  answers['/driver_imports/7/import'] = () => Response.json({ status: true, message: 'Begun.' }, { status: 201 });
  answers['/driver_imports/7'] = { ...CHECKED, status: 'importing', progress: { done: 0, total: 1, failure: '' } };
  await user.click(screen.getByRole('button', { name: 'Import 1 line' }));
  expect(await screen.findByText('0 of 1 lines')).toBeVisible();

  answers['/driver_imports/7'] = {
    ...CHECKED,
    status: 'imported',
    drivers: 1,
    imported_at: '2026-11-20T10:01:00.000Z',
  };
  expect(await screen.findByText(/1 driver was added\. Nobody was texted/)).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'What Happened' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Added' })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'Will be added' })).toBeNull();
});

test('columns of what was paid and owed before are chosen, and the sum that would be owed is said before the import', async () => {
  const { user, calls, answers } = open('/driver_import/7', { '/driver_imports/7': LIST });
  const fees = within(await screen.findByRole('group', { name: 'Fees that were paid or owed before' }));
  await user.selectOptions(fees.getByLabelText('Paid until'), 'Born, as 03/04/1985');
  await user.selectOptions(fees.getByLabelText('Opening balance'), 'Phone, as 0241234567');
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  expect(await screen.findAllByText('This column is chosen for something else.')).not.toHaveLength(0);
  await user.selectOptions(fees.getByLabelText('Opening balance'), 'None');
  await user.selectOptions(screen.getByLabelText('Date of birth'), 'None');
  await user.selectOptions(screen.getByLabelText('Car number'), 'Car, as GR 1234-20');
  await user.selectOptions(screen.getByLabelText('Days'), 'Day first: 20/11/2026');
  const owing = { ...CHECKED, debtors: 95, debts: '1612000.00' };
  answers['/driver_imports/7'] = () => Response.json({ status: true, message: 'Checked.', driver_import: owing });
  answers['/driver_imports/lines'] = list([{ ...LINE, outcome: 'remark', known: null, owes: '16968.42' }]);
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  expect(await screen.findByText('95 drivers would owe GHS 1,612,000.00 in all.')).toBeVisible();
  expect(screen.getByText(/If they paid elsewhere before, choose a column for “Paid until”/)).toBeVisible();
  expect(await screen.findByText('GHS 16,968.42')).toBeVisible();
  expect(calls.find(({ body }) => 'car_number' in body)?.body).toMatchObject({ paid_until: 3, opening_balance: null });
});

test.each([
  ['told without a warning where they are small', 'checked', 1],
  ['not told any more after the import', 'imported', 0],
] as const)('debts are %s', async (_, status, shown) => {
  const owing = { ...CHECKED, status, debtors: 1, debts: '300.00', drivers: 1 };
  open('/driver_import/7', { '/driver_imports/7': owing });
  expect(await screen.findByRole('heading', { name: 'Book.csv' })).toBeVisible();
  expect(screen.queryAllByText('1 driver would owe GHS 300.00 in all.')).toHaveLength(shown);
  expect(screen.queryByText(/If they paid elsewhere before/)).toBeNull();
});

test('credit that drivers bring along, and years without a price, are told before the import', async () => {
  const ahead = { ...CHECKED, status: 'checked', credited: 2, credits: '350.00', unpriced_years: [2024, 2025] };
  open('/driver_import/7', { '/driver_imports/7': ahead });
  expect(await screen.findByText('2 drivers would come with GHS 350.00 of credit.')).toBeVisible();
  expect(screen.getByText(/^2024, 2025 have no price for every fee: .* is not in the sum\.$/)).toBeVisible();
});

test('an import that was taken back says so in the list, also where some of its drivers stayed', async () => {
  const row = { ...LIST, status: 'imported', drivers: 6, imported_at: '2026-11-20T10:01:00.000Z' };
  const rows = [
    { ...row, taken_back: 0 },
    { ...row, id: '8', taken_back: 4 },
    { ...row, id: '9', taken_back: 6 },
  ];
  open('/driver_import', { '/driver_imports': list(rows) });
  await screen.findAllByRole('link', { name: 'Book.csv' });
  const cells = [...document.querySelectorAll('td[data-label="Status"]')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Imported', '4 taken back', 'Taken back']);
});

test('a problem of the whole file is told, and keeps it from being imported', async () => {
  const problem = '3 of its lines have a day that fits only the other order (Month first: 11/20/2026).';
  open('/driver_import/7', { '/driver_imports/7': { ...CHECKED, problem } });
  expect(await screen.findByRole('alert')).toHaveTextContent(problem);
  expect(screen.getByRole('button', { name: 'Import 1 line' })).toBeDisabled();
});

test('a refusal of the mapping stands at its field, and what was chosen stays', async () => {
  const { user, answers } = open('/driver_import/7', { '/driver_imports/7': CHECKED });
  await user.click(await screen.findByText('Columns'));
  const message = 'Nationality: please choose it from the list.';
  answers['/driver_imports/7'] = () =>
    refusal(400, message, { issues: [{ path: 'body.default_nationality', message }] });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Full name')).toHaveValue('0');
});

test('a list that is not there says so, with a way back', async () => {
  open('/driver_import/8', { '/driver_imports/8': () => refusal(404, 'There is no such list of drivers.') });
  expect(await screen.findByRole('heading', { name: 'There is no such list of drivers.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all lists' })).toBeVisible();
});

test('u opens the choice of a file', async () => {
  const { user } = open('/driver_import', {});
  const input = await screen.findByLabelText('File of drivers');
  const asked = new Promise((resolve) => input.addEventListener('click', resolve, { once: true }));
  await user.keyboard('u');
  await asked;
});

test('c checks the lines and leads to the button that imports them, as i does, and Enter presses it', async () => {
  const { user, calls, answers } = open('/driver_import/7', { '/driver_imports/7': LIST });
  await user.selectOptions(await screen.findByLabelText('Car number'), 'Car, as GR 1234-20');
  await user.selectOptions(screen.getByLabelText('Days'), 'Day first: 20/11/2026');
  await user.keyboard('c');
  expect(calls.filter(({ body }) => 'car_number' in body)).toEqual([]);
  answers['/driver_imports/7'] = () => Response.json({ status: true, message: 'Checked.', driver_import: CHECKED });
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('ic');
  const start = await screen.findByRole('button', { name: 'Import 1 line' });
  expect(calls.filter(({ body }) => 'car_number' in body)).toHaveLength(1);
  await waitFor(() => expect(start).toHaveFocus());
  start.blur();
  await user.keyboard('i');
  expect(start).toHaveFocus();
  const begun = () => calls.filter(({ path }) => path === '/driver_imports/7/import');
  expect(begun()).toEqual([]);
  answers['/driver_imports/7/import'] = () => Response.json({ status: true, message: 'Begun.' }, { status: 201 });
  answers['/driver_imports/7'] = { ...CHECKED, status: 'importing', progress: { done: 0, total: 1, failure: '' } };
  await user.keyboard('{Enter}');
  await waitFor(() => expect(begun()).toHaveLength(1));
});

test('Enter pressed twice on the button that checks imports nothing', async () => {
  const { user, calls, answers } = open('/driver_import/7', { '/driver_imports/7': LIST });
  await user.selectOptions(await screen.findByLabelText('Car number'), 'Car, as GR 1234-20');
  await user.selectOptions(screen.getByLabelText('Days'), 'Day first: 20/11/2026');
  answers['/driver_imports/7'] = () => Response.json({ status: true, message: 'Checked.', driver_import: CHECKED });
  screen.getByRole('button', { name: 'Check the lines' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Import 1 line' });
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Import 1 line' })).not.toHaveFocus();
  expect(calls.filter(({ path }) => path === '/driver_imports/7/import')).toEqual([]);
});
