import {
  type AnyImport,
  IMPORT_STATUS_LABELS,
  type ImportRecord,
  type ImportStatus,
  type ImportSummary,
  MAX_TABLE_BYTES,
  type RowOf,
  type ShownList,
} from '@banbo/contract';
import { Button, FileButton, Flex } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Column } from '~/components/data-table/data-table.tsx';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAskedWork } from '~/lib/asked-work.ts';
import { usePageKey } from '~/lib/use-page-key.ts';

type Screens<Shown extends ImportRecord, Row, L extends ShownList> = {
  imports: AnyImport & { record: { _output: Shown }; list: { row: { _output: Row } }; lines: L };
  kind: 'balance_import' | 'device_import' | 'driver_import' | 'land_import' | 'statement_import';
  /** The address of the page of all files; below it, by its number, that of one. */
  path: string;
  /** Names the panel and its picker for screen readers, and says what it takes. */
  upload: Readonly<Record<'label' | 'fileLabel' | 'title' | 'note', string>> & {
    /** Kinds of files beside tables, as a picker names them. */
    alsoAccepts?: string;
  };
  caption: string;
  empty: string;
  /** The columns of the table beside the file, its sender and its lines. */
  columns: readonly (Partial<Column<Row>> & { key: string })[];
  mapping: (record: Shown) => ReactNode;
  /** True where the mapping still asks something though it was checked. */
  isUnclear?: (record: Shown) => boolean;
  links?: ReactNode;
  /** Stand above the buttons of one file, below them, and above the table of lines. */
  above?: (record: Shown) => ReactNode;
  below?: (record: Shown) => ReactNode;
  note?: (record: Shown) => ReactNode;
  label: (outcome: Shown['counts'][number]['outcome'], of: { isImported: boolean }) => string;
  tone: (outcome: Shown['counts'][number]['outcome']) => 'good' | 'bad' | 'waiting' | 'plain';
  more?: (counted: Shown['counts'][number]) => ReactNode;
  /** Puts the columns of the outcome and its reason among the others. */
  lineColumns: (outcome: ShownColumn<L>, reason: ShownColumn<L>) => readonly ShownColumn<L>[];
  reason: (line: RowOf<L>) => ReactNode;
  /** Filters in the words of after the import. */
  importedFilters?: L['filters'];
};

export type ImportScreens = Screens<ImportRecord, ImportSummary, ShownList>;

/** Compares the screens of an import with its contract. */
export const importScreens = <Shown extends ImportRecord, Row, L extends ShownList>(
  screens: Screens<Shown, Row, L>,
): ImportScreens => screens as unknown as ImportScreens;

// A page named .xls reaches the server, which says how to save it.
const ACCEPT = '.csv,.txt,.tsv,.xlsx,.xls,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const TOO_LARGE = 'This file is larger than 10 MB. Please split it into shorter ones.';
const TONES = { imported: 'good', cancelled: 'plain', failed: 'bad' } as const;

export const ImportStatusBadge = ({ status }: { status: ImportStatus }) => (
  <StatusBadge tone={TONES[status as keyof typeof TONES] ?? 'waiting'}>{IMPORT_STATUS_LABELS[status]}</StatusBadge>
);

/** Takes a file with a table, chosen or dropped, sends it, and leads to its page. */
function FileUpload({ imports, path, upload: { label, fileLabel, title, note, alsoAccepts } }: ImportScreens) {
  const empty = useRef<() => void>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (file: File) => {
      if (file.size > MAX_TABLE_BYTES) throw new Error(TOO_LARGE);
      // A file that is sent again after a failure counts once.
      return retryKey.send({ file }, (idempotencyKey) => change(imports.upload, { body: { file }, idempotencyKey }));
    },
    onDone: (answer) => navigate(`${path}/${answer[imports.idKey]}`),
  });
  const take = (file: File | null | undefined): void => {
    if (file && !sending.isPending) sending.mutate(file);
    // Emptied, so that picking the same file again fires a change again.
    empty.current?.();
  };
  const choose = () => void chooser.current?.click();
  usePageKey(['u'], choose, 'Choose a file');
  useAskedWork('choose', choose);
  return (
    <Flex
      component="section"
      {...{ wrap: 'wrap', align: 'center', gap: 'sm', fz: 'sm' }}
      aria-label={label}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <FileButton
        accept={[ACCEPT, ...(alsoAccepts ? [alsoAccepts] : [])].join(',')}
        resetRef={empty}
        inputProps={{ 'aria-label': fileLabel }}
        onChange={take}
      >
        {(props) => (
          <Button {...props} ref={chooser} loading={sending.isPending}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <span className="soft" title={note}>
        {title}
      </span>
    </Flex>
  );
}

/** The page of an import: a file can be sent, and those of before are listed, the newest first. */
export function ImportsPage({ of }: { of: ImportScreens }) {
  const { list, thing } = of.imports;
  const nameOf = ({ id, file_name }: ImportSummary) => (
    <OneLine label={`the name of ${file_name}`}>
      <Link to={`${of.path}/${id}`}>{file_name}</Link>
    </OneLine>
  );
  const columns = [
    { key: 'file_name', heading: true, grows: true, cell: nameOf },
    { key: 'uploaded_at', oneLine: true },
    { key: 'uploaded_by', oneLine: true },
    { key: 'line_count' },
    ...of.columns,
  ];
  return (
    <ListScreen
      list={list}
      start={<FileUpload {...of} />}
      caption={of.caption}
      columns={columns as unknown as ShownColumn<typeof list>[]}
      loading={`Loading ${thing}s...`}
      empty={<p>{of.empty}</p>}
      isLive
      goesOn={(row) => (row as ImportSummary).status === 'importing'}
    />
  );
}
