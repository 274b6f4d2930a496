import {
  type DriverImport,
  type DriverLineOutcome,
  driverLineLabel,
  driverLineList,
  formatPhone,
  importedLineFilters,
  type LineDriver,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
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

/** The current driver whom a line repeats, to be compared with it. */
const inWords = ({ fullname, car_number, mobile_number }: LineDriver): string =>
  `${fullname}, ${car_number}, ${formatPhone(mobile_number)}`;

const columnsFor = (isImported: boolean): readonly ShownColumn<typeof driverLineList>[] => [
  { key: 'line' },
  { header: 'Name', heading: true, oneLine: true, cell: ({ fullname }) => fullname || '–' },
  { key: 'car_number', header: 'Car Number', oneLine: true },
  { key: 'mobile_number', header: 'Mobile Number', oneLine: true, spare: true },
  {
    key: 'outcome',
    header: isImported ? 'What Happened' : 'What Happens',
    cell: ({ outcome, is_imported }) => (
      <StatusBadge tone={TONES[outcome]}>{driverLineLabel(outcome, { isImported: is_imported })}</StatusBadge>
    ),
  },
  {
    key: 'known',
    oneLine: true,
    cell: ({ known, driver }) => {
      const beside = driver ?? known;
      return beside ? <Link to={`/display_driver/${beside.id}`}>{beside.driver_code}</Link> : '–';
    },
  },
  {
    key: 'reason',
    grows: true,
    cell: ({ line, reason, known }) => (
      <OneLine label={`the reason of line ${line}`}>
        {known && `${inWords(known)}: `}
        {reason || '–'}
      </OneLine>
    ),
  },
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
        <p className={styles.note}>
          Press “Refused” and save the list: the file has the lines with their reasons, to be mended and sent again.
        </p>
      )}
      <ListScreen
        list={driverLineList}
        state={state}
        caption="Lines of the list"
        {...(isImported && { filters: importedLineFilters })}
        columns={columnsFor(isImported)}
        loading="Loading lines..."
        empty={<p>No line of this list is of this kind.</p>}
        isLive
      />
    </>
  );
}
