// @vitest-environment happy-dom
import type { Statement } from '@banbo/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { type Answer, refusal, serve } from '../../../../test/dom/served.ts';

await fetchPages('statement_import', 'statement_import/:id');

const MAPPING = {
  header_line: 1,
  mode: 'momo',
  day_order: 'dmy',
  date: 0,
  transaction_id: 1,
  amount: 2,
  ...{ amount_out: null, fee: null, balance: null, network: null, covers_from: null, covers_to: null },
  direction: null,
  currency: null,
  payer_name: null,
  payer_number: null,
  reference: null,
  directions: [],
} as const;

const STATEMENT: Statement = {
  id: '7',
  file_name: 'MTN.csv',
  line_count: 3,
  status: 'uploaded',
  uploaded_at: '2026-11-20T10:00:00.000Z',
  uploaded_by: 'ama.mensah',
  imported_at: null,
  mapping: null,
  counts: [],
  problem: '',
  unknown_directions: [],
  ...{ covers_from: null, covers_to: null, coverage_note: '' },
  progress: null,
  head: [
    { line: 1, cells: ['Date', 'ID', 'Amount', 'Kind'] },
    { line: 2, cells: ['03/04/2026', '68576386182', '200.00', 'Transfer'] },
  ],
  suggestion: { ...MAPPING, day_order: null, amount: null, directions: [] },
  is_remembered: false,
  read_from: '',
};

const CHECKED: Statement = {
  ...STATEMENT,
  status: 'checked',
  mapping: { ...MAPPING, directions: [] },
  counts: [
    { outcome: 'clears', lines: 1, amount: '200.00' },
    { outcome: 'no_claim', lines: 1, amount: '50.00' },
  ],
};

const list = (rows: object[]) => () => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

const LINES = [
  {
    id: '7-2',
    statement: '7',
    line: 2,
    received_on: '2026-04-03',
    transaction_id: '68576386182',
    amount: '200.00',
    balance: null,
    payer_name: '',
    payer_number: '',
    reference: '',
    outcome: 'clears',
    reason: 'AMA MENSAH (DRV000001X), REGISTRATION FEE',
  },
];

const open = (path: string, answers: Record<string, Answer>) => {
  const children = ['statement_import', 'statement_import/:id'];
  return {
    ...openOfficePage(children, path),
    ...serve({ '/statements': list([]), '/statements/lines': list(LINES), ...answers }),
  };
};

test('a file is sent and leads to its columns', async () => {
  const { user, calls, router } = open('/statement_import', {
    '/statements': ({ body }) =>
      body.file ? Response.json({ status: true, message: 'Read.', statement_id: '7' }, { status: 201 }) : list([])(),
    '/statements/7': STATEMENT,
  });
  expect(await screen.findByText('No statement has been sent yet.')).toBeVisible();
  await user.upload(screen.getByLabelText('Statement file'), new File(['a,b,c'], 'MTN.csv', { type: 'text/csv' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/statement_import/7'));
  const sent = calls.find(({ body }) => body.file);
  expect(sent?.body.file).toMatchObject({ name: 'MTN.csv' });
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  expect(await screen.findByRole('heading', { name: 'MTN.csv' })).toBeVisible();
});

test('a file that is refused says why and may be sent again', async () => {
  const { user } = open('/statement_import', {
    '/statements': ({ body }) => (body.file ? refusal(400, 'This file is empty.') : list([])()),
  });
  await user.upload(screen.getByLabelText('Statement file'), new File([''], 'empty.csv', { type: 'text/csv' }));
  await waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent('This file is empty.'));
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
});

test('columns that are missing, and days that fit two orders, are asked for before anything is sent', async () => {
  const { user, calls } = open('/statement_import/7', { '/statements/7': STATEMENT });
  await user.click(await screen.findByRole('button', { name: 'Check the lines' }));
  expect(await screen.findByText('Please choose the column.')).toBeVisible();
  expect(screen.getByText('Please say which comes first in its days.')).toBeVisible();
  expect(calls.filter(({ body }) => 'date' in body)).toEqual([]);
  expect(screen.getByLabelText('Days')).toHaveFocus();
});

test('the lines are shown with what would happen, and imported', async () => {
  const { user, calls, answers } = open('/statement_import/7', { '/statements/7': STATEMENT });
  await user.selectOptions(await screen.findByLabelText('Amount'), 'Amount, as 200.00');
  await user.selectOptions(screen.getByLabelText('Days'), 'Day first: 20/11/2026');
  answers['/statements/7'] = () => Response.json({ status: true, message: 'Checked.', statement: CHECKED });
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  expect(await screen.findByText('AMA MENSAH (DRV000001X), REGISTRATION FEE')).toBeVisible();
  expect(calls.find(({ body }) => 'date' in body)?.body).toEqual(MAPPING);
  const figures = within(screen.getByRole('group', { name: 'What happens' }));
  expect(figures.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '1 Clears a claim GHS 200.00',
    '1 Waits: no claim GHS 50.00',
  ]);
  await user.click(figures.getByRole('button', { name: /Waits: no claim/ }));
  await waitFor(() => expect(figures.getByRole('button', { name: /Waits/ })).toHaveAttribute('aria-pressed', 'true'));

  answers['/statements/7/import'] = () => Response.json({ status: true, message: 'Begun.' }, { status: 201 });
  answers['/statements/7'] = { ...CHECKED, status: 'importing', progress: { done: 1, total: 2, failure: '' } };
  await user.click(screen.getByRole('button', { name: 'Import 2 lines' }));
  expect(await screen.findByText('1 of 2 lines')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Progress of the import' })).toHaveAttribute('value', '1');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled();

  answers['/statements/7'] = { ...CHECKED, status: 'imported', imported_at: '2026-11-20T10:01:00.000Z' };
  expect(await screen.findByText(/imported 20 Nov 2026/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  const happened = within(screen.getByRole('group', { name: 'What happened' }));
  expect(happened.getByRole('button', { name: /Cleared a claim/ })).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'What Happened' })).toBeVisible();
});

test.each([
  ['outgoing', 'enabled'],
  ['unreadable', 'disabled'],
] as const)('a statement whose lines are all %s has its import %s', async (outcome, is) => {
  const counts = [{ outcome, lines: 3, amount: '90.00' }];
  open('/statement_import/7', { '/statements/7': { ...CHECKED, counts } });
  const name = is === 'enabled' ? 'Import 3 lines' : 'Import 0 lines';
  const button = await screen.findByRole('button', { name });
  expect(button.matches(':disabled')).toBe(is === 'disabled');
});

test('a problem of the whole file is told, and keeps it from being imported', async () => {
  const problem = '3 of its days fit only the other order (Month first: 11/20/2026).';
  open('/statement_import/7', { '/statements/7': { ...CHECKED, problem } });
  expect(await screen.findByRole('alert')).toHaveTextContent(problem);
  expect(screen.getByRole('button', { name: 'Import 2 lines' })).toBeDisabled();
});

test('words of the direction that nobody has explained are asked about', async () => {
  const mapping = { ...MAPPING, direction: 3, directions: [] };
  const asked = { ...CHECKED, mapping, unknown_directions: ['Transfer'] };
  const { user, calls, answers } = open('/statement_import/7', { '/statements/7': asked });
  expect(await screen.findByText('Lines with a word that is not chosen here are not imported.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Transfer'), 'Money in');
  answers['/statements/7'] = () => Response.json({ status: true, message: 'Checked.', statement: asked });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() =>
    expect(calls.find(({ body }) => 'date' in body)?.body.directions).toEqual([{ text: 'Transfer', is: 'in' }]),
  );
});

test('an import that stopped says why and can go on', async () => {
  const stopped = { done: 500, total: 900, failure: 'The user who started this was blocked or deleted.' };
  const { user, calls, answers } = open('/statement_import/7', {
    '/statements/7': { ...CHECKED, status: 'failed', progress: stopped },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The import stopped after 500 lines. The user who started this was blocked or deleted.',
  );
  answers['/statements/7/import'] = () => Response.json({ status: true, message: 'Begun.' }, { status: 201 });
  await user.click(screen.getByRole('button', { name: 'Continue the import' }));
  await waitFor(() => expect(calls.some(({ path }) => path === '/statements/7/import')).toBe(true));
});

test('a statement is discarded only after a question', async () => {
  const { user, calls, router } = open('/statement_import/7', { '/statements/7': CHECKED });
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard MTN.csv?' }));
  const before = calls.length;
  expect(question.getByText('Nothing of it was imported. The file can be sent again.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/statement_import'));
  expect(calls.length).toBeGreaterThan(before);
});

test('a statement that is not there says so, with a way back', async () => {
  open('/statement_import/8', { '/statements/8': () => refusal(404, 'There is no such statement.') });
  expect(await screen.findByRole('heading', { name: 'There is no such statement.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all statements' })).toBeVisible();
});
