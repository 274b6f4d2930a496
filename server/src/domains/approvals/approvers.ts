import type { Permission, Role } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';

/** Staff as identity knows them. */
export type StaffHolders = {
  named: (
    db: Db,
    ids: readonly (string | null)[],
  ) => Promise<ReadonlyMap<string | null, { username: string; fullname: string }>>;
  /** Active staff with a password who hold the permission. */
  ableTo: (db: Db, permission: Permission) => Promise<readonly { id: string; role: Role }[]>;
};

/** The people who may approve a change. */
export type Approvers = { staff: StaffHolders };

/** Tells the owner of one thing at once; no stop of messages holds it. */
export type TellOwner = { tellOwner: (tx: Tx, text: string, now: Date) => Promise<void> };
