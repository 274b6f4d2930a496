import type { AnyImport, Endpoint, FileLine, ImportProgress, ImportSummary, RowOf, ShownList } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from '~/components/data-table/data-table.tsx';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { type CallInput, call } from '~/lib/api/api.ts';
import { keyOf } from '~/lib/api/query-client.ts';

/** An import as its page shows it, whatever it makes of its lines. */
export type ImportRecord = ImportSummary & {
  mapping: Readonly<Record<string, unknown>> | null;
  suggestion: Readonly<Record<string, unknown>>;
  is_remembered: boolean;
  counts: readonly { outcome: string; lines: number }[];
  problem: string;
  progress: ImportProgress | null;
  head: FileLine[];
  taken_back?: { status: string } | number | null;
};

type Tone = 'good' | 'bad' | 'waiting' | 'plain';

type Screens<Shown extends ImportRecord, Row, L extends ShownList> = {
  imports: AnyImport & { record: { _output: Shown }; list: { row: { _output: Row } } };
  /** The address of the page of all files; below it, by its number, that of one. */
  path: string;
  /** Names the panel that takes a file and its picker for screen readers, and says what it takes. */
  upload: { label: string; fileLabel: string; title: string; note: string };
  /** Names the table of files for screen readers. */
  caption: string;
  empty: string;
  /** The columns of the table beside the file, its sender and its lines. */
  columns: readonly (Partial<Column<Row>> & { key: string })[];
  /** Asks for the columns of a file. */
  mapping: (record: Shown) => ReactNode;
  /** True where the mapping still asks something though it was checked. */
  isUnclear?: (record: Shown) => boolean;
  /** Links beside that of all files. */
  links?: ReactNode;
  /** Stands above the buttons of one file, and below them. */
  above?: (record: Shown) => ReactNode;
  below?: (record: Shown) => ReactNode;
  lines: L;
  /** Stands between the figures of the outcomes and the lines. */
  note?: (record: Shown) => ReactNode;
  /** The outcome of a line in words, also of one that was imported. */
  label: (outcome: Shown['counts'][number]['outcome'], of: { isImported: boolean }) => string;
  tone: (outcome: Shown['counts'][number]['outcome']) => Tone;
  /** Adds to the number of lines of an outcome. */
  more?: (counted: Shown['counts'][number]) => ReactNode;
  /** Puts the columns of the outcome and its reason among the others. */
  lineColumns: (outcome: ShownColumn<L>, reason: ShownColumn<L>) => readonly ShownColumn<L>[];
  reason: (line: RowOf<L>) => ReactNode;
  /** Filters in the words of after the import. */
  importedFilters?: L['filters'];
};

/** The screens of an import: their address, words, columns, and parts of its own. */
export type ImportScreens = Screens<ImportRecord, ImportSummary, ShownList>;

/** Compares the screens of an import with its contract. */
export const importScreens = <Shown extends ImportRecord, Row, L extends ShownList>(
  screens: Screens<Shown, Row, L>,
): ImportScreens => screens as unknown as ImportScreens;

/** Milliseconds between two looks at an import that runs. */
const LOOK_MS = 1_500;

/** Calls an endpoint of an import, whose schemas are known to its own screens alone. */
export const ask = <Answer = { message: string }>(endpoint: Endpoint, input: object): Promise<Answer> =>
  call(endpoint, input as CallInput<Endpoint>) as unknown as Promise<Answer>;

/** An import by its number, asked for again for as long as it, or taking it back, runs. */
export const importQuery = ({ imports }: ImportScreens, id: string) =>
  queryOptions({
    queryKey: keyOf(imports.show, { params: { id } }),
    queryFn: ({ signal }) => ask<ImportRecord>(imports.show, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const takenBack = data?.taken_back;
      const isTakingBack = typeof takenBack === 'object' && takenBack?.status === 'running';
      return data?.status === 'importing' || isTakingBack ? LOOK_MS : false;
    },
  });
