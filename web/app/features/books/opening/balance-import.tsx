import { type BalanceImport, type BalanceLineOutcome, balanceImports, balanceLineLabel } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ImportMapping, MappingFields } from '~/components/table-import/import-mapping.tsx';
import { ImportPage } from '~/components/table-import/import-page.tsx';
import {
  type ImportScreens,
  ImportStatusBadge,
  ImportsPage,
  importScreens,
} from '~/components/table-import/imports-page.tsx';

const BalanceColumns = ({ list }: { list: BalanceImport }) => (
  <ImportMapping
    of={BALANCES}
    record={list}
    check={({ day }) => (day === '' ? { day: 'Please give the day of the balances.' } : {})}
  >
    {({ general, column, day }) => (
      <MappingFields>
        {general}
        {day('day', 'Balances at the end of')}
        {Object.keys(balanceImports.fields.labels).map(column)}
      </MappingFields>
    )}
  </ImportMapping>
);

const toneOf = (outcome: BalanceLineOutcome) => {
  if (outcome === 'refused' || outcome === 'repeated') return 'bad';
  return outcome === 'taken' ? 'good' : 'plain';
};

const BALANCES: ImportScreens = importScreens({
  imports: balanceImports,
  kind: 'balance_import',
  path: '/balance_import',
  upload: {
    label: 'Send opening balances',
    fileLabel: 'List of balances',
    title: 'A trial balance as CSV or Excel (.xlsx), a line for each account, with its code',
    note: 'Nothing is posted yet. This is a preview.',
  },
  caption: 'Lists of opening balances',
  empty: 'No list has been sent yet.',
  columns: [
    { key: 'status', cell: ({ status }) => <ImportStatusBadge status={status} /> },
    { key: 'imported_at', oneLine: true },
  ],
  mapping: (list) => <BalanceColumns list={list} />,
  links: (
    <Button component={Link} to="/journals" variant="default">
      Journals
    </Button>
  ),
  above: ({ journal_id }) =>
    journal_id !== null && (
      <p className="note">
        It is written as a draft: <Link to={`/journals/${journal_id}`}>see the journal</Link>
      </p>
    ),
  label: balanceLineLabel,
  tone: toneOf,
  lineColumns: (outcome, reason) => [
    { key: 'line', spare: true },
    { key: 'account', heading: true, oneLine: true },
    { key: 'debit' },
    { key: 'credit' },
    outcome,
    reason,
  ],
  reason: ({ reason }) => reason || '–',
});

export const BalanceImportsPage = () => <ImportsPage of={BALANCES} />;
export const BalanceImportPage = () => <ImportPage of={BALANCES} />;
