import { isStaffRole } from '@banbo/contract';
import type { LateNotes } from '#db/late-notes.ts';
import type { Caller } from '#lib/caller.ts';
import { audit } from './audit.ts';

type Exported = { list: string; format: string; filter: Record<string, unknown>; rows: number };

/** Notes that somebody on the staff saved a list to a file: which one, by which filter and how many rows. */
export const exportNote =
  ({ notes, now }: { notes: LateNotes; now: () => Date }) =>
  async (caller: Caller, { list, format, filter, rows }: Exported): Promise<void> => {
    if (!isStaffRole(caller.role)) return;
    const subject = { kind: 'list', id: list, name: list };
    const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
    const after = { format, rows, ...Object.fromEntries(given) };
    const at = now();
    await notes.keep({ action: 'lists.export', actor: caller.accountId, list, rows, at: at.toISOString() }, (db) =>
      audit(db, caller, { action: 'lists.export', subject, after }, at),
    );
  };
