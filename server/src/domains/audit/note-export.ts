import { isStaffRole } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { audit } from './audit.ts';

type Exported = { list: string; format: string; filter: Record<string, unknown>; rows: number };

/** Notes that somebody on the staff saved a list to a file: which one, by which filter and how many rows. */
export const exportNote =
  ({ db, now }: { db: Db; now: () => Date }) =>
  async (caller: Caller, { list, format, filter, rows }: Exported): Promise<void> => {
    if (!isStaffRole(caller.role)) return;
    const subject = { kind: 'list', id: list, name: list };
    const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
    await audit(
      db,
      caller,
      { action: 'lists.export', subject, after: { format, rows, ...Object.fromEntries(given) } },
      now(),
    );
  };
