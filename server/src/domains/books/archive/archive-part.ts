import { hidePhones } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Archive, ArchivePiece } from './archives.repo.ts';

/** Texts that a spreadsheet takes for a formula, at a cell's start or behind a separating sign. */
const RISKY = /(?=['=+\-@\uFF0B\uFF0D\uFF1D\uFF20])(?<=(?:^|[;\t])\s{0,3})/g;

/**
 * A text as the hash of an entry has it, with `\` and line breaks escaped, so that a record is one
 * line. An apostrophe before what could run as a formula is taken off again to verify.
 */
export const archiveText = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replace(RISKY, "'");

export type ArchiveCell = string | number | null;

const quoted = (cell: ArchiveCell): string => `"${String(cell ?? '').replaceAll('"', '""')}"`;

/** Lines of CSV (RFC 4180), every cell in quotes. Cells of free text are passed `archiveText`. */
const archiveLines = (records: readonly (readonly ArchiveCell[])[]): string =>
  records.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');

/** The first line of a file; the mark tells Excel that the text is UTF-8. */
const archiveHead = (columns: readonly string[]): string => `\uFEFF${archiveLines([columns])}`;

type Chunk = { pieces: ArchivePiece[] /** Where the next chunk goes on; null after the last. */; next: string | null };

/**
 * A part of an archive. `write` makes the pieces of some files, a chunk of less than a second at a
 * time; `after` is null at first.
 */
export type ArchivePart = {
  name: string;
  write: (tx: Tx, archive: Archive, after: string | null) => Promise<Chunk>;
};

/** Records of a CSV file, below its head in the file's first piece. */
export const archivedPiece = (
  file: string,
  columns: readonly string[],
  records: readonly (readonly ArchiveCell[])[],
  isFirst: boolean,
): ArchivePiece => ({
  file,
  content: Buffer.from((isFirst ? archiveHead(columns) : '') + archiveLines(records)),
});

/** Free text as an archive shows it to whom it was made for. */
export const archivedWords = ({ is_masked }: Archive, text: string | null): string =>
  archiveText(is_masked ? hidePhones(text ?? '') : (text ?? ''));
