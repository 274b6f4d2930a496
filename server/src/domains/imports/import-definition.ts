import type { AnyImport, DayOrder } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { HandKind } from '#domains/approvals';
import type { Author, Caller } from '#lib/caller.ts';
import type { ColumnNames, Columns } from '#lib/table-file/name-columns.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import type { ImportRow, ImportTables, KeptLine } from './imports.repo.ts';

/** Judges the lines of one file, in their order. */
export type LineJudge = {
  /** Gives lines as stored, and the other order of days, where a day fits that alone. */
  lines: (rows: readonly TableRow[]) => Promise<(KeptLine & { otherOrder?: DayOrder | undefined })[]>;
  /**
   * Columns of the import that only all lines tell, a `problem` that keeps it from being imported
   * among them, and further changes of lines.
   */
  end?: () => { columns: Record<string, unknown>; lines: KeptLine[] };
};

export type ImportDefinition<
  Field extends string,
  Mapping,
  Row extends ImportRow<Mapping>,
  Line extends TableRow,
> = ImportTables & {
  contract: AnyImport;
  job: string;
  /** The records that it makes, where they can be taken back: `drivers`. */
  records?: string;
  /** Columns in the audit log at the end, beside the outcomes; absent if it keeps neither. */
  noted?: (row: Row) => object;
  /** Of a file without a table or a line to import; the subject of 'only the other order'. */
  sentences: Readonly<Record<'noTable' | 'nothingToTake' | 'otherDays', string>>;
  /** The fewest cells of a line of the table; three when absent. */
  fewestCells?: number;
  /** Characters that are read of a cell; 500 when absent. */
  longestCell?: number;
  /** Column names by which a mapping is suggested; a field without any is found by its label. */
  names: Partial<ColumnNames<Field>>;
  /** Columns beside the days whose values in later lines the suggestion looks at. */
  looked?: readonly Field[];
  /** `above` is the text over the column names, which often says whose account it is. */
  suggest: (columns: Columns<Field>, valuesOf: (field: Field) => string[], above: string) => object;
  /** Prepares judging; refuses a mapping that does not fit. */
  judge: (
    tx: Tx,
    file: {
      mapping: Mapping;
      by: Caller;
      now: Date;
      columnNames: readonly string[];
      uploadedAt: Date;
      uploadedBy: string;
    },
  ) => Promise<LineJudge>;
  /** The hand in the import of everybody who sends it, chooses its columns or starts it. */
  hand?: HandKind;
  /** Follows a start in its transaction; gives a further sentence, or none. */
  started?: (tx: Tx, row: Row & { mapping: Mapping }, made: { by: Caller; now: Date }) => Promise<string>;
  /** Follows the last chunk in its transaction. */
  finished?: (tx: Tx, row: Row, made: { now: Date }) => Promise<void>;
  /** Refuses a start by somebody who may not do all that the mapping asks for. */
  refuseStart?: (mapping: Mapping, by: Author) => void;
  /** Parts of a mapping that are of one file alone, and are not remembered for the next one. */
  ofOneFile?: readonly (keyof Mapping)[];
  /** Lines of a chunk of its job, so few that it locks rows for less than a second. */
  chunk: number;
  /** Takes lines over, and gives what became of each. */
  take: (
    tx: Tx,
    row: Row & { mapping: Mapping },
    lines: readonly Line[],
    made: { by: Author | null; now: Date },
  ) => Promise<KeptLine[]>;
  /** Further fields of lines in their list. */
  showLines?: (rows: readonly (Line & { mapping: Mapping | null })[], db: Db) => Promise<object[]>;
  keepsLinesDays: number;
};
