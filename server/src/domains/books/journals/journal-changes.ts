import type { JournalStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';

type Row = { id: string; status: JournalStatus; number: string };
type Given = { isAlone?: boolean } | undefined;
type Change = StateChange<JournalStatus, Row, Given>;

const ending: Change['set'] = (_, { by, now }) => ({ ended_by: by?.accountId ?? null, ended_at: now.toISOString() });

const CHANGES = {
  ask: { from: ['draft'], to: 'asked', needs: 'books.write', action: null },
  // Its approval has checked the permission.
  refuse: { from: ['asked'], to: 'draft', needs: 'own', action: null, keepsReason: true },
  post: {
    from: ['draft', 'asked'],
    to: 'posted',
    needs: 'own',
    action: 'books.post_journal',
    set: (_, { by, now, with: given }) => ({
      posted_by: by?.accountId ?? null,
      posted_at: now.toISOString(),
      is_alone: given?.isAlone ?? false,
    }),
  },
  drop: {
    from: ['draft'],
    to: 'dropped',
    needs: 'books.write',
    action: 'books.drop_journal',
    keepsReason: true,
    set: ending,
  },
  reverse: {
    from: ['posted'],
    to: 'reversed',
    needs: 'own',
    action: 'books.reverse_journal',
    keepsReason: true,
    set: ending,
  },
} as const satisfies Record<string, Change>;

export type JournalStep = keyof typeof CHANGES;

const stateful: Stateful<JournalStatus, Row, JournalStep, Given> = {
  table: 'journals',
  columns: ['number'],
  noun: 'journal',
  nameOf: ({ number }) => number,
  became: {
    draft: 'is a draft',
    asked: 'waits for approval',
    posted: 'was posted',
    reversed: 'was reversed',
    dropped: 'was dropped',
  },
  changes: CHANGES,
  audit: auditAll,
};

type Step = { id: string; by: Author; reason?: string | undefined; with?: Given; now: Date };

/** Changes a journal's state. Refused as `transition` refuses. */
export const stepJournal = async (tx: Tx, change: JournalStep, { id, ...given }: Step): Promise<void> => {
  await transition(tx, stateful, { ids: [id], change, ...given });
};
