import type { Driver } from '@banbo/contract';

/** A driver as the office sees one. */
export const DRIVER: Driver = {
  id: '7',
  driver_code: 'DRV000001B',
  first_name: 'AMA',
  middle_name: '',
  last_name: 'MENSAH',
  car_number: 'GR 1-20',
  mobile_number: '+233241234567',
  photo: null,
  registered_at: '2026-09-10T10:00:00.000Z',
  removed_at: null,
  gender: 'Female',
  date_of_birth: '1990-01-01',
  nationality: 'GHANAIAN',
  identification_type: 'GHANA CARD',
  id_number: 'GHA-712345678-9',
  date_issued: '2020-01-15',
  expiry_date: '2030-01-14',
  marital_status: 'Single',
  email: 'ama@example.com',
  spouse_mobile_number: '',
  gps_address: '',
  next_of_kin: 'KOFI MENSAH',
  kin_mobile_number: '+233201234567',
  kin_relationship: 'BROTHER',
  reference_person: '',
  reference_mobile_number: '',
  plans: [{ plan: 'standard', from: '2026-09' }],
  removal_reason: '',
  removed_by: null,
  import_id: null,
  opening: null,
  erased_at: null,
  merged_into: null,
  duplicates: [],
  version: 1,
};

/** The same car and person, registered again with a slip. */
export const DUPLICATE: Driver = {
  ...DRIVER,
  id: '9',
  driver_code: 'DRV000002C',
  car_number: 'GR 7-20',
  mobile_number: '+233247777777',
};
