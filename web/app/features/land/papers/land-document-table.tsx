import {
  getLandDocument,
  LAND_DOCUMENT_KIND_LABELS,
  LAND_DOCUMENT_STATUS_LABELS,
  type LandDocument,
  landDocumentList,
  shownName,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { SavePdf } from '~/components/papers/save-pdf.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { saveFile } from '~/lib/api/save-file.ts';

const TONES = { valid: 'good', replaced: 'plain', ended: 'plain', annulled: 'bad' } as const;

const pdfCell = ({ id, number }: LandDocument) => (
  <SavePdf of={number} save={() => saveFile(getLandDocument, { params: { id } })} />
);

const COLUMNS: readonly ShownColumn<typeof landDocumentList>[] = [
  { key: 'number', heading: true, oneLine: true },
  { key: 'kind', oneLine: true, cell: ({ kind }) => LAND_DOCUMENT_KIND_LABELS[kind] },
  { key: 'day', oneLine: true },
  {
    key: 'plot',
    grows: true,
    cell: ({ number, plot, plot_id }) => (
      <OneLine label={`the plot of ${number}`}>
        <Link to={`/plots/${plot_id}`}>{plot}</Link>
      </OneLine>
    ),
  },
  { key: 'tenant', oneLine: true, cell: ({ tenant }) => (tenant === '' ? '–' : shownName(tenant)) },
  {
    key: 'status',
    oneLine: true,
    cell: ({ status }) => <StatusBadge tone={TONES[status]}>{LAND_DOCUMENT_STATUS_LABELS[status]}</StatusBadge>,
  },
  { key: 'receipt_number', oneLine: true, spare: true },
  {
    key: 'issued_by',
    oneLine: true,
    spare: true,
    cell: ({ issued_by }) => (issued_by === '' ? 'Asked with a code' : shownName(issued_by)),
  },
  { header: 'Actions', stays: true, cell: pdfCell },
];

/** Numbered papers about land, the newest first. */
export function LandDocumentTable() {
  const state = useListState(landDocumentList);
  return (
    <ListScreen
      list={landDocumentList}
      state={state}
      caption="Land papers"
      columns={COLUMNS}
      loading="Loading papers..."
      empty={<p>{state.isFiltered ? 'No papers match these filters.' : 'No paper has been issued yet.'}</p>}
    />
  );
}
