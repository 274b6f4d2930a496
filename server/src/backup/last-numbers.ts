import { z } from 'zod';

/** The last number that was given or skipped, by series of the database's `counters`. */
export type LastNumbers = Readonly<Record<string, string>>;
export const LastNumbers = z.record(z.string(), z.string().regex(/^\d{1,19}$/));

/** The furthest of each series. */
export const furthest = (all: readonly LastNumbers[]): LastNumbers => {
  const found: Record<string, string> = {};
  for (const numbers of all) {
    for (const [series, last] of Object.entries(numbers)) {
      if (BigInt(last) > BigInt(found[series] ?? 0)) found[series] = last;
    }
  }
  return found;
};

/**
 * Notes the numbers that a restore skipped by `write`, and gives the note's name; null where none
 * were skipped, or the note cannot be written, which the console says: the restored data are whole.
 */
export const noteSkipped = async (
  last: LastNumbers,
  write: (last: LastNumbers) => string | Promise<string>,
): Promise<string | null> => {
  if (Object.keys(last).length === 0) return null;
  try {
    return await write(last);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.warn(
      `THE SKIPPED NUMBERS COULD NOT BE NOTED beside the backups, so that another restore from them gives the same numbers again. Give it --skip=NUMBER with more than two times as many as are skipped now. (${why})`,
    );
    return null;
  }
};
