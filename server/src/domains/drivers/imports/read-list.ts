import type { SuggestedDriverMapping } from '@banbo/contract';
import { readTableFile, type TableFile } from '#lib/table-file/read-file.ts';
import { dayColumns, suggestColumns } from './reading/suggest-columns.ts';

/** The file of a list of drivers, read but not yet understood. */
export type ReadList = TableFile & { suggestion: SuggestedDriverMapping };

/** Reads the file of a list of drivers. Refuses as `readTableFile` does. */
export const readList = async (file: File): Promise<ReadList> => {
  const read = await readTableFile(file, {
    cells: 3,
    missing: 'No list was found in this file. It needs column names, and lines with a name, a car and a mobile number.',
    name: 'drivers',
    // Days of the later lines say in which order they are written.
    columns: dayColumns,
  });
  return { ...read, suggestion: await suggestColumns(read.looked) };
};
