import type { ContactPerson, Permission } from '@banbo/contract';
import type { Db } from '#db/database.ts';

type DriverName = {
  driver_code: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  car_number: string;
  is_removed: boolean;
};

/** The people whom messages are about or with, as the domains above know them. */
export type Directories = {
  staff: {
    /** The staff of these accounts by them, also deleted ones. */
    named: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, ContactPerson>>;
    /** Active staff who hold the permission, by name. */
    holding: (db: Db, permission: Permission) => Promise<ContactPerson[]>;
  };
  /** The drivers of these record numbers by them, removed ones too. */
  driversNamed: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, DriverName>>;
};

/** The ids that are there, each once. */
export const idsIn = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
