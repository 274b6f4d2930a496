import { Day, type StatementMapping } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askApproval, defineApproval, waitingApproval } from '#domains/approvals';
import { staffDirectory } from '#domains/identity';
import type { StoredRow } from '#domains/imports';
import type { Caller } from '#lib/caller.ts';
import { coverageInWords, spanInWords } from './coverage.ts';
import { setCoverage } from './statements.repo.ts';

const KIND = 'statements.cover';

const GivenDays = z.strictObject({ mode: z.enum(['momo', 'bank']), from: Day, to: Day });

/** The days of a statement without running balances, which mark money once they are confirmed. */
export const confirmDays = defineApproval({
  kind: KIND,
  input: GivenDays,
  handsIn: async (_, id) => [{ kind: 'statement', id }],
  apply: async (tx, { input: { mode, from, to }, subjectId }) => {
    const coverage_note = coverageInWords({ mode }, from, to);
    await setCoverage(tx, subjectId, { covers_from: from, covers_to: to, coverage_note });
    return { message: coverage_note };
  },
});

const daysInWords = (from: string | null, to: string | null): string =>
  from === null || to === null ? 'no day' : spanInWords(from, to);

type Started = StoredRow<'statement_imports'> & { mapping: StatementMapping };

/**
 * Asks another person to confirm the days of a statement that is being imported, and says so; an
 * empty sentence where its balances show all of them, or where somebody was asked before.
 */
export const askToConfirmDays = async (
  tx: Tx,
  { id, file_name, mapping: { mode }, given_from: from, given_to: to, covers_from, covers_to }: Started,
  { by, now }: { by: Caller; now: Date },
): Promise<string> => {
  if (from === null || to === null) return '';
  if (await waitingApproval(tx, { kind: KIND, subjectId: id })) return '';
  const changes = [{ field: 'Covers', before: daysInWords(covers_from, covers_to), after: daysInWords(from, to) }];
  const subject = { id, name: `statement ${file_name}` };
  const because = 'Its balances do not show all of these days.';
  const asked = { subject, input: { mode, from, to }, changes, because, by, now };
  return ` ${(await askApproval(tx, confirmDays, asked, staffDirectory)).message}`;
};
