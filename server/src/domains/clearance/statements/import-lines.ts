import { Id, transactionKey } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { defineJob } from '#domains/jobs';
import { claimsByKey } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { matchTransfers, recordTransfers } from '../transfers/match-transfers.ts';
import { linesOfOtherCars } from './check-lines.ts';
import { keepImported, type MoneyLine, nextMoney } from './lines.repo.ts';
import { outcomeOfLine } from './reading/outcome-of-line.ts';
import { countOutcomes, lockStatement, type StatementRow, updateStatement } from './statements.repo.ts';

/** Lines of a chunk, so few that clearing all of them holds the ledger's head for less than a second. */
const CHUNK = 250;

/** Records the money of lines, clears what they match, and stores what became of each. */
const recordLines = async (
  tx: Tx,
  { id, mapping, uploaded_by }: StatementRow,
  lines: readonly MoneyLine[],
  { by, now }: { by: Author | null; now: Date },
): Promise<void> => {
  const money = lines.map(({ line: _, ...received }) => ({
    ...received,
    mode: mapping?.mode ?? 'momo',
    source: 'statement' as const,
  }));
  const recorded = await recordTransfers(tx, money, { by, now });
  const matched = await matchTransfers(
    tx,
    recorded.map((transfer) => transfer.id),
    { now, statement: { lines: money, broughtBy: [uploaded_by, ...(by ? [by.accountId] : [])] } },
  );
  const byKey = new Map(recorded.map((transfer) => [transfer.key, transfer]));
  const claims = await claimsByKey(tx, [...byKey.keys()]);
  const ofOtherCars = await linesOfOtherCars(tx, lines, claims);
  const became = lines.map(({ line, transaction_id, amount }) => {
    const key = transactionKey(transaction_id);
    const transfer = byKey.get(key);
    const known = transfer && !transfer.isNew ? transfer : undefined;
    const hasCleared = transfer !== undefined && matched.has(transfer.id);
    return {
      line,
      ...outcomeOfLine(amount, { known, claim: claims.get(key), hasCleared, namesOther: ofOtherCars.has(line) }),
    };
  });
  await keepImported(tx, id, became);
};

/**
 * Imports a statement's lines, a chunk a transaction: money, clearing, what became of each line and how far the job is are
 * kept together or not at all.
 */
export const statementImport = defineJob({
  name: 'import statement',
  needs: 'payments.clear',
  input: z.strictObject({ statement: Id, lines: z.int() }),
  position: z.strictObject({ line: z.int(), done: z.int() }),
  chunk: async (tx, { input, position, by, now }) => {
    const { line: after, done: before } = position ?? { line: 0, done: 0 };
    const statement = await lockStatement(tx, input.statement);
    const lines = statement ? await nextMoney(tx, statement.id, after, CHUNK) : [];
    if (statement && lines.length > 0) await recordLines(tx, statement, lines, { by, now });
    const done = before + lines.length;
    const last = lines.at(-1);
    const isOver = !last || lines.length < CHUNK;
    if (statement && isOver) {
      await updateStatement(tx, statement.id, { status: 'imported', imported_at: now });
      await countOutcomes(tx, statement.id);
    }
    return { next: isOver ? null : { line: last.line, done }, done, total: input.lines };
  },
});
