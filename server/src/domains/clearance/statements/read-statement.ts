import { NEEDED_STATEMENT_FIELDS, type SuggestedMapping } from '@banbo/contract';
import { readTableFile, type TableFile } from '#lib/table-file/read-file.ts';
import { lookedAtColumns, suggestMapping } from './reading/suggest-mapping.ts';

/** A statement's file, read but not yet understood. */
export type ReadStatement = TableFile & { suggestion: SuggestedMapping };

/** Reads the file of a statement. Refuses as `readTableFile` does. */
export const readStatement = async (file: File): Promise<ReadStatement> => {
  const read = await readTableFile(file, {
    cells: NEEDED_STATEMENT_FIELDS.length,
    missing: 'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
    name: 'statement',
    // Days and signs of the later lines count for the suggestion too.
    columns: lookedAtColumns,
  });
  return { ...read, suggestion: await suggestMapping(read.looked) };
};
