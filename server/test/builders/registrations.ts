import { expiryOf, MARITAL_STATUSES, PLAN_SLUGS, type Registration, type RegistrationFields } from '@banbo/contract';

const WOMEN = ['Ama', 'Abena', 'Akosua', 'Adwoa', 'Esi', 'Efua', 'Yaa', 'Afia', 'Akua', 'Mawusi', 'Naa', 'Fatima'];
const MEN = ['Kwame', 'Kofi', 'Yaw', 'Kwabena', 'Kojo', 'Kwaku', 'Kwesi', 'Selorm', 'Nii', 'Ibrahim', 'Edem', 'Fiifi'];
const FAMILIES = [
  ...['Mensah', 'Owusu', 'Boateng', 'Asante', 'Osei', 'Appiah', 'Agyeman', 'Adjei', 'Ofori', 'Amoah', 'Darko'],
  ...['Quaye', 'Lamptey', 'Tetteh', 'Agbeko', 'Dzokoto', 'Alhassan', 'Mahama', 'Arthur', 'Quansah', 'Frimpong'],
];
const REGIONS = ['GR', 'AS', 'GT', 'GW', 'ER', 'CR', 'WR', 'VR', 'NR', 'BA', 'UE', 'GN', 'GE'];
/** Prefixes of all networks, with 025 and 053, which other forms wrongly refuse. */
const PREFIXES = ['24', '54', '55', '59', '25', '53', '20', '50', '26', '27', '56', '57'];
const TOWNS = ['GA-183-8164', 'AK-039-5028', 'GT-020-4433', 'ER-110-2231', 'CC-081-6670'];

const pick = <T>(choices: readonly T[], index: number): T => {
  const chosen = choices[index % choices.length];
  if (chosen === undefined) throw new RangeError('Nothing to choose from');
  return chosen;
};

const digits = (value: number, length: number): string => String(value).padStart(length, '0').slice(-length);

/** A mobile number of its own for every serial below ten million. */
const mobile = (serial: number, offset = 0): string => `0${pick(PREFIXES, serial + offset)}${digits(serial, 7)}`;

/** A complete registration as the wizard sends it, with its own keys for every serial from 1. */
export const registrationOf = (serial: number, given: Partial<Registration> = {}): Registration => {
  const woman = serial % 3 === 0;
  const family = pick(FAMILIES, serial * 7);
  const issued = given.date_issued ?? `20${digits(18 + (serial % 7), 2)}-${digits(1 + (serial % 12), 2)}-15`;
  const fields: RegistrationFields = {
    last_name: family,
    first_name: pick(woman ? WOMEN : MEN, serial),
    gender: woman ? 'Female' : 'Male',
    date_of_birth: `19${digits(70 + (serial % 30), 2)}-${digits(1 + (serial % 12), 2)}-${digits(1 + (serial % 28), 2)}`,
    nationality: 'GHANAIAN',
    identification_type: 'GHANA CARD',
    id_number: `GHA-${digits(700_000_000 + serial, 9)}-${serial % 10}`,
    date_issued: issued,
    expiry_date: expiryOf(issued),
    marital_status: pick(MARITAL_STATUSES, serial),
    car_number: `${pick(REGIONS, Math.floor(serial / 9999))} ${1 + (serial % 9999)}-${digits(10 + (serial % 17), 2)}`,
    mobile_number: mobile(serial),
    email: `driver${serial}@example.com`,
    spouse_mobile_number: serial % 2 === 0 ? mobile(serial, 5) : '',
    gps_address: pick(TOWNS, serial),
    next_of_kin: `${pick(woman ? MEN : WOMEN, serial + 3)} ${family}`,
    kin_mobile_number: mobile(serial, 7),
    kin_relationship: woman ? 'BROTHER' : 'SISTER',
    reference_person: serial % 4 === 0 ? '' : `${pick(MEN, serial + 5)} ${pick(FAMILIES, serial)}`,
    reference_mobile_number: serial % 4 === 0 ? '' : mobile(serial, 9),
    ...(serial % 4 !== 0 && { plan: pick(PLAN_SLUGS, serial) }),
  };
  return { ...fields, ...given };
};

let lastSerial = 0;

/** Gives the next registration the serial after `last`, as if so many had been built. */
export const restartRegistrations = (last: number): void => {
  lastSerial = last;
};

/** A registration that is new in this test file; other processes never restart the numbers. */
export const nextRegistration = (given: Partial<Registration> = {}): Registration => {
  lastSerial += 1;
  return registrationOf(lastSerial, given);
};

/** The form a browser sends. */
export const formOf = (registration: Partial<Registration>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(registration)) form.append(name, value);
  return form;
};
