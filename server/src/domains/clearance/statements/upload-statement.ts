import type { SuggestedMapping } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { rememberedMapping } from '#lib/table-file/name-columns.ts';
import { insertLines } from './lines.repo.ts';
import type { ReadStatement } from './read-statement.ts';
import { findMappings, insertStatement } from './statements.repo.ts';

/** Stores a statement that was read, with a suggestion how its columns are meant; gives its id. Nothing of it is money yet. */
export const storeStatement = async (
  tx: Tx,
  statement: ReadStatement,
  { by, now }: { by: Caller; now: Date },
): Promise<string> => {
  const mapping = await rememberedMapping(statement.head, (fingerprints) => findMappings(tx, fingerprints));
  const suggestion: SuggestedMapping = mapping ?? statement.suggestion;
  const id = await insertStatement(tx, {
    file_name: statement.fileName,
    line_count: statement.lineCount,
    suggestion,
    is_remembered: mapping !== null,
    by,
    now,
  });
  for (const batch of statement.batches) await insertLines(tx, id, batch);
  const subject = { kind: 'statement', id, name: statement.fileName };
  await auditAll(tx, by, [{ action: 'statements.upload', subject, after: { lines: statement.lineCount } }], now);
  return id;
};
