import {
  type DriverImport,
  type DriverLine,
  type DriverLineOutcome,
  driverLineLabel,
  driverLineList,
  formatPhone,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { useListState } from '~/components/data-table/use-list-state.ts';
import { StatusBadge } from '~/components/status-badge.tsx';
import { OutcomeFigures } from '~/components/table-import/outcome-figures.tsx';
import styles from '~/components/table-import/table-import.module.css';

const TONES = {
  new: 'good',
  remark: 'good',
  known: 'plain',
  another_car: 'waiting',
  repeated: 'plain',
  refused: 'bad',
} as const satisfies Record<DriverLineOutcome, string>;

/** The driver who was made of a line, or the current one whom it repeats, to be compared with it. */
function BesideLine({ line: { line, known, driver } }: { line: DriverLine }) {
  const beside = driver ?? known;
  if (!beside) return '–';
  const { id, driver_code, fullname, car_number, mobile_number } = beside;
  return (
    <OneLine label={`the driver of line ${line}`}>
      <Link to={`/display_driver/${id}`}>{driver_code}</Link>
      {driver === null && ` ${fullname}, ${car_number}, ${formatPhone(mobile_number)}`}
    </OneLine>
  );
}

const columnsFor = (isImported: boolean): readonly ShownColumn<typeof driverLineList>[] => [
  { key: 'line' },
  {
    header: 'Name',
    heading: true,
    grows: true,
    cell: ({ line, fullname }) => <OneLine label={`the name of line ${line}`}>{fullname || '–'}</OneLine>,
  },
  { key: 'car_number', header: 'Car Number', oneLine: true },
  { key: 'mobile_number', header: 'Mobile Number', oneLine: true },
  {
    key: 'outcome',
    header: isImported ? 'What Happened' : 'What Happens',
    cell: ({ outcome, is_imported }) => (
      <StatusBadge tone={TONES[outcome]}>{driverLineLabel(outcome, { isImported: is_imported })}</StatusBadge>
    ),
  },
  {
    key: 'reason',
    grows: true,
    cell: ({ line, reason }) => <OneLine label={`the reason of line ${line}`}>{reason || '–'}</OneLine>,
  },
  { key: 'known', grows: true, cell: (line) => <BesideLine line={line} /> },
];

/** The lines of a list with what becomes of each; the figures above them open theirs. */
export function DriverLines({ list: { id, counts, status } }: { list: DriverImport }) {
  const isImported = status === 'imported';
  const state = useListState(driverLineList, { fixed: { driver_import: id } });
  const hasRefused = counts.some(({ outcome }) => outcome === 'refused');
  return (
    <>
      <OutcomeFigures
        label={isImported ? 'What happened' : 'What happens'}
        figures={counts.map(({ outcome, lines }) => ({
          outcome,
          lines,
          label: driverLineLabel(outcome, { isImported }),
          tone: TONES[outcome],
        }))}
        chosen={state.filters.outcome ?? ''}
        onChoose={(outcome) => state.setFilters({ outcome })}
      />
      {hasRefused && (
        <p className={styles.soft}>
          Press “Refused” and save the list: the file has the lines with their reasons, to be mended and sent again.
        </p>
      )}
      <ListScreen
        list={driverLineList}
        state={state}
        caption="Lines of the list"
        columns={columnsFor(isImported)}
        loading="Loading lines..."
        empty={<p>No line of this list is of this kind.</p>}
        isLive
      />
    </>
  );
}
