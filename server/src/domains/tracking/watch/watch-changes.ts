import type { WatchClosing, WatchStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';

/** The kind of an entry in the audit log. */
export const WATCH_NOUN = 'watch entry';

type Row = { id: string; status: WatchStatus };

const CHANGES = {
  close: {
    from: ['open'],
    to: 'closed',
    needs: 'tracking.watch',
    action: 'tracker_watch.close',
    refusalEnd: 'so it cannot be closed again',
    keepsReason: true,
    set: (_, { by, now }) => ({ closed_at: now.toISOString(), closed_by: by?.accountId ?? null }),
  },
} as const satisfies Record<string, StateChange<WatchStatus, Row>>;

const entries: Stateful<WatchStatus, Row, keyof typeof CHANGES> = {
  table: 'watch_entries',
  columns: [],
  noun: WATCH_NOUN,
  nameOf: ({ id }) => `number ${id}`,
  became: { open: 'is open', closed: 'was closed' },
  changes: CHANGES,
  audit: auditAll,
};

/**
 * Closes entries with a word of what it was. Refused with 404 `not_found` and with 409 `conflict`
 * where one was closed already.
 */
export const closeWatch = async (
  tx: Tx,
  { body: { ids, reason }, by, now }: { body: WatchClosing; by: Caller; now: Date },
): Promise<string> => {
  const { changed } = await transition(tx, entries, { ids: [...new Set(ids)], change: 'close', by, reason, now });
  return changed.length === 1 ? 'The entry is closed.' : `${changed.length} entries are closed.`;
};
