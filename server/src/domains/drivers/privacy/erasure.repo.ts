import type { Tx } from '#db/database.ts';
import { type DriverRow, PERSON_COLUMNS } from '../drivers.repo.ts';
import { forgetMerges, recordAndMerged } from '../merging/merge.repo.ts';

const ERASED = 'ERASED';

/** Columns that stay filled after an erasure (migration 0096). */
const FILLED = {
  id_number: ERASED,
  email: ERASED,
  next_of_kin: ERASED,
  mobile_number: '',
  reference_person: '',
} as const;
const WITHOUT_NAMES = PERSON_COLUMNS.filter((name) => !name.endsWith('_name'));
/** A person's columns that the books have no use for, with what stands in them then. */
const ALWAYS = { ...Object.fromEntries(WITHOUT_NAMES.map((name) => [name, null])), ...FILLED };

/** The name, which like the plate stands on receipts and by which auditors find an entry. */
const UNLESS_BOOKED = { first_name: ERASED, middle_name: '', last_name: ERASED } as const;

/**
 * Empties a removed driver and the person's row of that record, and forgets what was changed of them, what lines of lists and merges say of
 * them, and the cars that they asked for, with a record that was merged into this one too.
 * `isBooked`: the books have an entry, so name and plate stay.
 */
export const emptyDriver = async (
  tx: Tx,
  { id, person_id }: Pick<DriverRow, 'id' | 'person_id'>,
  { isBooked, reason, now }: { isBooked: boolean; reason: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('persons')
    .set({ ...ALWAYS, ...(!isBooked && UNLESS_BOOKED), erased_at: now })
    .where('id', '=', person_id)
    .execute();
  await tx
    .updateTable('drivers')
    .set({ gps_address: '', ...(!isBooked && { car_number: ERASED }), removal_reason: reason })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('driver_changes').where('driver_id', '=', id).execute();
  await tx
    .deleteFrom('car_requests')
    .where('driver_id', 'in', await recordAndMerged(tx, id))
    .execute();
  await tx
    .updateTable('driver_import_lines')
    .set({ cells: '[]', reason: '' })
    .where((eb) => eb.or([eb('driver_id', '=', id), eb('known_id', '=', id)]))
    .execute();
  await forgetMerges(tx, id);
};
