import type { StatementMapping, SuggestedMapping } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { insertLines } from './lines.repo.ts';
import type { ReadStatement } from './read-statement.ts';
import { fingerprintOf } from './reading/suggest-mapping.ts';
import { findMappings, insertStatement } from './statements.repo.ts';

/** How an earlier statement with the same column names was read, wherever in the file they stand; null without one. */
const remembered = async (tx: Tx, { head }: ReadStatement): Promise<StatementMapping | null> => {
  const lines = head.map(({ line, cells }) => ({ line, fingerprint: fingerprintOf(cells) }));
  const mappings = await findMappings(
    tx,
    lines.map(({ fingerprint }) => fingerprint),
  );
  const header = lines.find(({ fingerprint }) => mappings.has(fingerprint));
  const mapping = header && mappings.get(header.fingerprint);
  return mapping ? { ...mapping, header_line: header.line } : null;
};

/** Stores a statement that was read, with a suggestion how its columns are meant; gives its id. Nothing of it is money yet. */
export const storeStatement = async (
  tx: Tx,
  statement: ReadStatement,
  { by, now }: { by: Caller; now: Date },
): Promise<string> => {
  const mapping = await remembered(tx, statement);
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
