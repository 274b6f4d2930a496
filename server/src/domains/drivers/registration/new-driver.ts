import { normalizePhone, type RegistrationFields, writtenIdNumber } from '@banbo/contract';
import { upper } from '#lib/values.ts';
import type { NewDriver } from '../drivers.repo.ts';
import type { Issued } from './add-driver.ts';

const phone = (input: string): string => {
  const normalized = normalizePhone(input);
  if (!normalized) throw new RangeError('Not a checked phone number');
  return normalized;
};

/** The contract lets no field be empty that a registration must have; an imported record may still lack it. */
const optionalPhone = (input: string | undefined): string | null => (input ? phone(input) : null);

/** The columns of fields that the contract has checked, as they are stored. */
export const registeredColumns = (fields: RegistrationFields) => {
  const identification_type = upper(fields.identification_type);
  return {
    first_name: upper(fields.first_name),
    last_name: upper(fields.last_name),
    gender: fields.gender,
    date_of_birth: fields.date_of_birth,
    nationality: upper(fields.nationality),
    identification_type,
    id_number: upper(writtenIdNumber(identification_type, fields.id_number)),
    date_issued: fields.date_issued,
    expiry_date: fields.expiry_date,
    marital_status: fields.marital_status,
    car_number: upper(fields.car_number),
    mobile_number: phone(fields.mobile_number),
    email: fields.email.toLowerCase(),
    spouse_mobile_number: optionalPhone(fields.spouse_mobile_number),
    gps_address: upper(fields.gps_address ?? ''),
    next_of_kin: upper(fields.next_of_kin),
    kin_mobile_number: optionalPhone(fields.kin_mobile_number),
    kin_relationship: upper(fields.kin_relationship),
    reference_person: upper(fields.reference_person ?? ''),
    reference_mobile_number: optionalPhone(fields.reference_mobile_number),
  };
};

/** The row of a registration whose fields the contract has checked. */
export const newDriver = (fields: RegistrationFields, issued: Issued): NewDriver => ({
  account_id: issued.accountId,
  driver_code: issued.driverCode,
  photo: issued.photo,
  registered_at: issued.now,
  unpaid_since: issued.now,
  ...registeredColumns(fields),
});
