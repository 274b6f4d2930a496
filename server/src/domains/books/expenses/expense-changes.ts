import type { ExpenseStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';

type Row = { id: string; status: ExpenseStatus; number: string };
type Given = { isAlone?: boolean } | undefined;
type Change = StateChange<ExpenseStatus, Row, Given>;

const ended: Change['set'] = (_, { by, now }) => ({ ended_by: by?.accountId ?? null, ended_at: now.toISOString() });

// Approvals and the use cases have checked the permissions.
const CHANGES = {
  approve: {
    from: ['asked'],
    to: 'posted',
    needs: 'own',
    action: 'books.post_expense',
    set: (_, { by, now, with: given }) => ({
      ...{ posted_by: by?.accountId ?? null, posted_at: now.toISOString() },
      is_alone: given?.isAlone ?? false,
    }),
  },
  refuse: { from: ['asked'], to: 'refused', needs: 'own', action: null, keepsReason: true, set: ended },
  void: {
    ...{ from: ['posted'], to: 'void', needs: 'own', action: 'books.void_expense', keepsReason: true },
    set: ended,
  },
} as const satisfies Record<string, Change>;

type ExpenseStep = keyof typeof CHANGES;

const stateful: Stateful<ExpenseStatus, Row, ExpenseStep, Given> = {
  table: 'expenses',
  columns: ['number'],
  noun: 'expense',
  nameOf: ({ number }) => number,
  became: { asked: 'waits for approval', posted: 'was posted', refused: 'was not approved', void: 'is void' },
  changes: CHANGES,
  audit: auditAll,
};

type Step = { id: string; by: Author; reason?: string | undefined; with?: Given; now: Date };

/** Changes an expense's state. Refused as `transition` refuses. */
export const stepExpense = async (tx: Tx, change: ExpenseStep, { id, ...given }: Step): Promise<void> => {
  await transition(tx, stateful, { ids: [id], change, ...given });
};
