import {
  formatMoney,
  type LineOutcome,
  lineOutcomeLabel,
  STATEMENT_MODE_LABELS,
  type Statement,
  type StatementMapping,
  statementImports,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSite } from '~/components/site/site-info.ts';
import { choicesFrom, ImportMapping, MappingFields, MappingGroup } from '~/components/table-import/import-mapping.tsx';
import { ImportPage } from '~/components/table-import/import-page.tsx';
import {
  type ImportScreens,
  ImportStatusBadge,
  ImportsPage,
  importScreens,
} from '~/components/table-import/imports-page.tsx';

type Directions = StatementMapping['directions'];
const DIRECTIONS = choicesFrom({ '': 'Not imported', in: 'Money in', out: 'Money out' });

type WordsProps = { unknown: readonly string[]; directions: Directions; onChange: (directions: Directions) => void };

/** Asks of each word of the column of the direction whether it is money in or out. */
function DirectionWords({ unknown, directions, onChange }: WordsProps) {
  const all = [...new Set([...directions.map(({ text }) => text), ...unknown])];
  if (all.length === 0) return null;
  const choose = (text: string, is: string): void => {
    const others = directions.filter((one) => one.text !== text);
    onChange(is === 'in' || is === 'out' ? [...others, { text, is }] : others);
  };
  return (
    <MappingGroup
      legend="Words for money in or out"
      note={unknown.length > 0 && 'Lines with a word that is not chosen here are not imported.'}
    >
      {all.map((text) => (
        <NativeSelect
          key={text}
          label={text || '(empty)'}
          data={DIRECTIONS}
          value={directions.find((one) => one.text === text)?.is ?? ''}
          onChange={(event) => choose(text, event.currentTarget.value)}
        />
      ))}
    </MappingGroup>
  );
}

function StatementColumns({ statement }: { statement: Statement }) {
  const { networks: all } = useSite();
  const networks = [
    { value: '', label: 'All MoMo money' },
    ...all.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const [directions, setDirections] = useState((statement.mapping ?? statement.suggestion).directions);
  return (
    <ImportMapping
      of={STATEMENTS}
      record={statement}
      further={({ network, covers_from, covers_to }) => ({
        directions,
        network: network || null,
        covers_from: covers_from || null,
        covers_to: covers_to || null,
      })}
    >
      {({ values, choice, day, general, column }) => (
        <>
          <MappingFields>
            {choice('mode', 'Account', choicesFrom(STATEMENT_MODE_LABELS))}
            {values.mode === 'momo' && choice('network', 'Network', networks)}
            {general}
            {Object.keys(statementImports.fields.labels).map(column)}
          </MappingFields>
          <MappingGroup
            legend="Days that it covers"
            note="Where the file has balances, they say it. Else give the first and the last day as the statement says them; another person then confirms these days."
          >
            {day('covers_from', 'First day')}
            {day('covers_to', 'Last day')}
          </MappingGroup>
          {values.direction !== '' && (
            <DirectionWords unknown={statement.unknown_directions} directions={directions} onChange={setDirections} />
          )}
        </>
      )}
    </ImportMapping>
  );
}

/** Recorded money that was not known waits for a person on the page of clearance. */
const toneOf = (outcome: LineOutcome) => {
  if (outcome === 'clears') return 'good';
  if (outcome === 'unreadable') return 'bad';
  return outcome !== 'known' && statementImports.takes.includes(outcome) ? 'waiting' : 'plain';
};

const STATEMENTS: ImportScreens = importScreens({
  imports: statementImports,
  kind: 'statement_import',
  path: '/statement_import',
  upload: {
    label: 'Send a statement',
    fileLabel: 'Statement file',
    title: 'A statement of the MoMo or bank account, as CSV or Excel (.xlsx)',
    note: 'Up to 50,000 lines. Nothing is recorded yet. This is a preview.',
  },
  caption: 'Statements',
  empty: 'No statement has been sent yet.',
  columns: [
    { key: 'status', cell: ({ status }) => <ImportStatusBadge status={status} /> },
    { key: 'imported_at', oneLine: true },
  ],
  mapping: (statement) => <StatementColumns statement={statement} />,
  below: ({ id, status, covers_from }) =>
    status === 'imported' && (
      <Group gap="md" mb="md">
        <Link to={`/money_received?statement=${id}`}>Its money</Link>
        {covers_from !== null && <Link to={`/money_received?missing_in=${id}`}>Money that it lacks</Link>}
      </Group>
    ),
  note: ({ coverage_note }) =>
    coverage_note !== '' && (
      <Text inherit className="note" mb="md">
        {coverage_note}
      </Text>
    ),
  isUnclear: ({ unknown_directions }) => unknown_directions.length > 0,
  links: (
    <Button component={Link} to="/payment_clearance" variant="default">
      Payment Clearance
    </Button>
  ),
  label: lineOutcomeLabel,
  tone: toneOf,
  more: ({ outcome, amount }) => outcome !== 'unreadable' && outcome !== 'repeated' && formatMoney(amount),
  lineColumns: (outcome, reason) => [
    { key: 'line', spare: true },
    { key: 'received_on', oneLine: true, spare: true },
    { key: 'transaction_id', heading: true, oneLine: true },
    { key: 'amount' },
    { key: 'balance', spare: true },
    { key: 'payer_name', oneLine: true },
    outcome,
    reason,
  ],
  reason: ({ reason }) => reason || '–',
});

export const StatementImportPage = () => <ImportsPage of={STATEMENTS} />;
export const StatementPage = () => <ImportPage of={STATEMENTS} />;
