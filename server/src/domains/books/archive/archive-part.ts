import { hidePhones } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type ArchiveCell, archiveHead, archiveLines, archiveText } from './archive-csv.ts';
import type { Archive, ArchivePiece } from './archives.repo.ts';

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
