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
export const archiveLines = (records: readonly (readonly ArchiveCell[])[]): string =>
  records.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');

/** The first line of a file; the mark tells Excel that the text is UTF-8. */
export const archiveHead = (columns: readonly string[]): string => `\uFEFF${archiveLines([columns])}`;
