import type { Tx } from '#db/database.ts';
import { forgetMerges, recordAndMerged } from '../merging/merge.repo.ts';

const ERASED = 'ERASED';

/** Columns that the books have no use for, with what stands in them after an erasure (migration 0062). */
const ALWAYS = {
  gender: null,
  date_of_birth: null,
  nationality: null,
  identification_type: null,
  id_number: ERASED,
  date_issued: null,
  expiry_date: null,
  marital_status: null,
  mobile_number: '',
  email: ERASED,
  spouse_mobile_number: null,
  gps_address: '',
  next_of_kin: ERASED,
  kin_mobile_number: null,
  kin_relationship: null,
  reference_person: '',
  reference_mobile_number: null,
  photo: null,
} as const;

/** The name and the plate, which stand on receipts and by which auditors find an entry. */
const UNLESS_BOOKED = { first_name: ERASED, middle_name: '', last_name: ERASED, car_number: ERASED } as const;

/**
 * Empties the person's columns of a removed driver, and forgets what was changed of them, what lines of lists and merges say of
 * them, and the cars that they asked for, with a record that was merged into this one too.
 * `isBooked`: the books have an entry, so name and plate stay.
 */
export const emptyDriver = async (
  tx: Tx,
  id: string,
  { isBooked, reason, now }: { isBooked: boolean; reason: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('drivers')
    .set({ ...ALWAYS, ...(!isBooked && UNLESS_BOOKED), erased_at: now, removal_reason: reason })
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
