import type { CashUpStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';

export const CASH_UP_NOUN = 'cash-up';

type Row = { id: string; status: CashUpStatus; number: string };
/** The sums of a new count, as the record shows them. */
type NewCount = { attempt: number; expected: string; counted: string; head_entry: string };
type Given = { isAlone: boolean } | NewCount | undefined;
type Change = StateChange<CashUpStatus, Row, Given>;

const CHANGES = {
  // Its approval has checked the permission.
  approve: {
    from: ['asked'],
    to: 'closed',
    needs: 'own',
    action: 'books.approve_cash_up',
    set: (_, { by, now, with: given }) => ({
      agreed_by: by?.accountId ?? null,
      agreed_at: now.toISOString(),
      is_alone: given !== undefined && 'isAlone' in given && given.isAlone,
    }),
  },
  refuse: { from: ['asked'], to: 'refused', needs: 'own', action: null, keepsReason: true },
  count: {
    from: ['refused'],
    to: 'asked',
    needs: 'own',
    action: 'books.count_again',
    set: (_, { now, with: given }) => ({ ...given, handed_in_at: now.toISOString() }),
    facts: (_, { with: given }) => ({ ...given }),
  },
} as const satisfies Record<string, Change>;

const stateful: Stateful<CashUpStatus, Row, keyof typeof CHANGES, Given> = {
  table: 'cash_ups',
  columns: ['number'],
  noun: CASH_UP_NOUN,
  nameOf: ({ number }) => number,
  became: { asked: 'waits for approval', refused: 'is to be counted again', closed: 'is closed' },
  changes: CHANGES,
  audit: auditAll,
};

type Step = { id: string; by: Author; reason?: string | undefined; with?: Given; now: Date };

/** Changes the state of a cash-up. Refused as `transition` refuses. */
export const stepCashUp = async (tx: Tx, change: keyof typeof CHANGES, { id, ...given }: Step): Promise<void> => {
  await transition(tx, stateful, { ids: [id], change, ...given });
};
