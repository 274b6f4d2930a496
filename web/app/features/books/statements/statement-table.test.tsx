// @vitest-environment happy-dom
import type { BookStatement } from '@banbo/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPages, openOfficePage } from '../../../../test/dom/office-page.tsx';
import { serve } from '../../../../test/dom/served.ts';
import { signInAs } from '../../../../test/dom/signed-in.ts';

await fetchPages('yearly_ledger');

const figure = (amount: string) => ({ amount, path: '/ledger_accounts/5050?to=2026-10-31' });
const STATEMENT: BookStatement = {
  ...{ part: 'income', title: 'Income statement, 1 Jan to 31 Oct 2026', is_empty: false },
  ...{ columns: ['2026', '2025'], has_change: true },
  lines: [
    {
      kind: 'account',
      depth: 1,
      code: '5050',
      name: 'Rent',
      figures: [figure('9.00'), figure('6.00')],
      change: '+50%',
    },
  ],
};

const open = async (statement: BookStatement) => {
  signInAs('SuperUser');
  serve({ '/book_statements/income': statement });
  openOfficePage(['yearly_ledger'], '/yearly_ledger?from=2026-01-01&to=2026-10-31');
  const table = within(await screen.findByRole('table', { name: STATEMENT.title }));
  return table.getAllByRole('columnheader').map(({ textContent }) => textContent);
};

test('a statement is named by its caption, and its change has a column where there is one', async () => {
  expect(await open(STATEMENT)).toEqual(['Account', '2026', '2025', 'Change']);
  expect(screen.getByText(STATEMENT.title)).toBeVisible();
  expect(screen.getByRole('region', { name: STATEMENT.title })).toHaveAttribute('tabindex', '0');
});

test('a statement without the year before has neither its column nor the change', async () => {
  const lines = STATEMENT.lines.map((line) => ({ ...line, figures: line.figures.slice(0, 1), change: null }));
  expect(await open({ ...STATEMENT, columns: ['2026'], has_change: false, lines })).toEqual(['Account', '2026']);
});
