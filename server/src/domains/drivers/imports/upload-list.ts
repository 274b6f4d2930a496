import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { rememberedMapping } from '#lib/table-file/name-columns.ts';
import { insertImportLines } from './import-lines.repo.ts';
import { findDriverMappings, insertImport } from './imports.repo.ts';
import type { ReadList } from './read-list.ts';

/** Stores a list of drivers that was read, with a suggestion how its columns are meant; gives its id. It makes no driver yet. */
export const storeList = async (
  tx: Tx,
  { head, suggestion, fileName, lineCount, batches }: ReadList,
  { by, now }: { by: Caller; now: Date },
): Promise<string> => {
  const mapping = await rememberedMapping(head, (fingerprints) => findDriverMappings(tx, fingerprints));
  const id = await insertImport(tx, {
    file_name: fileName,
    line_count: lineCount,
    suggestion: mapping ?? suggestion,
    is_remembered: mapping !== null,
    by,
    now,
  });
  for (const batch of batches) await insertImportLines(tx, id, batch);
  const subject = { kind: 'driver_import', id, name: fileName };
  await audit(tx, by, { action: 'driver_imports.upload', subject, after: { lines: lineCount } }, now);
  return id;
};
