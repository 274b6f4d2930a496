/**
 * The fields that a registration asks for and an old list may lack, in the order of the
 * registration's pages.
 */
export const COMPLETED_LATER = {
  gender: 'gender',
  date_of_birth: 'date of birth',
  nationality: 'nationality',
  identification_type: 'ID type',
  id_number: 'ID number',
  date_issued: 'date issued',
  marital_status: 'marital status',
  email: 'e-mail',
  next_of_kin: 'next of kin',
  kin_mobile_number: 'next of kin’s mobile number',
  kin_relationship: 'relationship',
} as const;

type Completed = { [Field in keyof typeof COMPLETED_LATER]?: string | null | undefined };

const inWords = new Intl.ListFormat('en-GB');

/** The fields of a driver that are still to be given, in words; empty of a complete record. */
export const missingInWords = (driver: Completed): string =>
  inWords.format(
    Object.entries(COMPLETED_LATER)
      .filter(([field]) => !driver[field as keyof Completed])
      .map(([, label]) => label),
  );
