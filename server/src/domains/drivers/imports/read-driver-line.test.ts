import { DRIVER_LINE_FIELDS, type DriverLineField, DriverMapping } from '@banbo/contract';
import { expect, test } from 'vitest';
import { choicesOf } from '#lib/table-file/read-cell.ts';
import { driverLists } from './driver-import.ts';
import { readDriverLine } from './read-driver-line.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const COLUMNS = Object.fromEntries(DRIVER_LINE_FIELDS.map((field, column) => [field, column]));
const lists = {
  nationality: choicesOf(['GHANAIAN', 'TOGOLESE'], { GHANA: 'GHANAIAN' }),
  identification_type: choicesOf(['GHANA CARD', 'PASSPORT']),
  kin_relationship: choicesOf(['SISTER', 'BROTHER']),
  number_masks: new Map([['PASSPORT', 'A9999999']]),
};
const WHOLE = {
  last_name: 'Mensah',
  first_name: 'Ama',
  car_number: 'gr 1234-20',
  mobile_number: '024 123 4567',
  gender: 'F',
  date_of_birth: '12/05/1985',
  nationality: 'Ghana',
  identification_type: 'Ghana-Card',
  id_number: 'gha 712345678 9',
  date_issued: '2020-02-29',
  marital_status: 'married',
  email: 'Ama@Example.com',
  next_of_kin: 'Kofi Mensah',
  kin_mobile_number: '0201234567',
  kin_relationship: 'brother',
} satisfies Partial<Record<DriverLineField, string>>;

const read = (given: Partial<Record<DriverLineField, string>>, mapping: object = {}) => {
  const cells: Record<string, string> = given;
  return readDriverLine(
    DRIVER_LINE_FIELDS.map((field) => cells[field] ?? ''),
    {
      mapping: DriverMapping.parse({ header_line: 1, day_order: 'dmy', name_order: 'first', ...COLUMNS, ...mapping }),
      lists,
      now: NOW,
    },
  );
};

test('a whole line is read as a registration is, and has no remark', () => {
  expect(read(WHOLE)).toEqual({
    reason: '',
    driver: expect.objectContaining({
      first_name: 'AMA',
      middle_name: '',
      last_name: 'MENSAH',
      car_number: 'GR 1234-20',
      mobile_number: '+233241234567',
      gender: 'Female',
      date_of_birth: '1985-05-12',
      nationality: 'GHANAIAN',
      identification_type: 'GHANA CARD',
      id_number: 'GHA-712345678-9',
      date_issued: '2020-02-29',
      expiry_date: '2030-02-28',
      marital_status: 'Married',
      email: 'ama@example.com',
      kin_relationship: 'BROTHER',
      registered_on: null,
      plan: null,
    }),
  });
});

test.each([
  ['first', 'Ama Serwaa Mensah', 'AMA', 'SERWAA', 'MENSAH'],
  ['first', 'Ama Mensah', 'AMA', '', 'MENSAH'],
  ['last', 'Mensah Ama Serwaa', 'AMA', 'SERWAA', 'MENSAH'],
  ['first', 'OSEI BONSU, Ama', 'AMA', '', 'OSEI BONSU'],
])('with the %s name first, %s is split', (name_order, full_name, first, middle, last) => {
  const { driver } = read({ ...WHOLE, first_name: '', last_name: '', full_name }, { name_order });
  expect([driver?.first_name, driver?.middle_name, driver?.last_name]).toEqual([first, middle, last]);
});

test.each([
  { full_name: 'Kofi', first_name: '', last_name: '' },
  { full_name: 'Kofi,', first_name: '', last_name: '' },
  { first_name: 'Kofi', last_name: '-' },
  { first_name: '', last_name: 'Kofi' },
])('an only name is the first name, with a remark: %o', (given) => {
  const { driver, reason } = read({ ...WHOLE, ...given });
  expect([driver?.first_name, driver?.middle_name, driver?.last_name]).toEqual(['KOFI', '', '']);
  expect(reason).toBe('It has one name.');
});

test.each([
  ['24 123 4567', '+233241234567'],
  ["'0241234567", '+233241234567'],
  ['="0241234567"', '+233241234567'],
  ['+233 24 123 4567', '+233241234567'],
  ['0241234567 / 0201234567', '+233241234567'],
  ['024/1234567', '+233241234567'],
  ['241234567.0', '+233241234567'],
  ['024 123 4567 (MTN), 020 123 4567', '+233241234567'],
  ['tel:+233-24-123-4567', '+233241234567'],
])('the mobile number %s is read', (mobile_number, stored) => {
  expect(read({ ...WHOLE, mobile_number }).driver?.mobile_number).toBe(stored);
});

test.each([
  ['12/05/85', '1985-05-12'],
  ['12-May-1985', '1985-05-12'],
  ['12/05/05', '2005-05-12'],
])('the day of birth %s is read', (date_of_birth, day) => {
  expect(read({ ...WHOLE, date_of_birth }).driver?.date_of_birth).toBe(day);
});

test.each([
  [{ car_number: '' }, 'Car number: It is missing.'],
  [{ mobile_number: 'n/a' }, 'Mobile number: It is missing.'],
  [{ first_name: '.', last_name: '-' }, 'First name: It is missing.'],
  [{ mobile_number: '12345' }, 'Mobile number: Give a Ghana phone number, like 024 123 4567.'],
  [{ email: 'ama' }, 'E-mail: Give an e-mail address, like name@example.com.'],
  [{ gender: 'X' }, 'Gender: “X” is not in the list of choices.'],
  [{ nationality: 'Martian' }, 'Nationality: “Martian” is not in the list of choices.'],
  [
    { car_number: 'СR 1234-20' },
    'Car number: The car number has С. Please type it in the letters A to Z and the digits 0 to 9.',
  ],
  [
    { id_number: '123' },
    'ID number: A Ghana Card number is GHA or another country’s three letters, nine digits and one digit, like GHA-712345678-9.',
  ],
  [
    { date_of_birth: '12/05/2015' },
    'Date of birth: A driver must be at least 18 years old. Please check the year of birth.',
  ],
  [{ date_issued: '01/01/1980' }, 'Date issued: It cannot be before the date of birth.'],
  [{ registered_on: '01/01/2027' }, 'Registered on: 1 Jan 2027 is in the future.'],
  [
    { date_of_birth: '05/25/1985' },
    'Date of birth: ‘05/25/1985’ is a date only as month/day/year, not as day/month/year.',
  ],
  [
    { next_of_kin: '=A1' },
    'Next of kin: A formula stands here without its value. Please save the file again in the spreadsheet.',
  ],
])('%o is refused with its reason', (given, reason) => {
  const line = read({ ...WHOLE, ...given });
  expect([line.driver, line.reason]).toEqual([null, reason]);
});

test('several problems are all told', () => {
  expect(read({ ...WHOLE, email: 'ama', gender: 'X' }).reason).toBe(
    'Gender: “X” is not in the list of choices. E-mail: Give an e-mail address, like name@example.com.',
  );
});

test.each([
  [{ email: '-', gender: 'unknown' }, 'No gender and e-mail.'],
  [{ car_number: 'CD 12' }, 'The car number has an unusual form.'],
  [{ mobile_number: '0241234567 or 0201234567' }, 'Of several mobile numbers the first is taken.'],
  [{ mobile_number: '024/1234567' }, ''],
  [{ id_number: 'TGO-712345678-9' }, 'The card’s letters are Togolese, the nationality is Ghanaian. Please check.'],
  [{ registered_on: '05/03/2024' }, 'Fees are due from March 2024 on.'],
  [{ registered_on: '05/11/2026' }, ''],
])('%o is taken with its remark', (given, reason) => {
  const line = read({ ...WHOLE, ...given });
  expect([line.driver === null, line.reason]).toEqual([false, reason]);
});

test('where a line says nothing, the defaults hold', () => {
  const given = { ...WHOLE, nationality: '', identification_type: '' };
  const mapping = {
    default_nationality: 'TOGOLESE',
    default_identification_type: 'GHANA CARD',
    default_plan: 'standard',
  };
  expect(read(given, mapping).driver).toMatchObject({
    nationality: 'TOGOLESE',
    identification_type: 'GHANA CARD',
    plan: 'standard',
  });
});

const suggested = async (names: string[]) => {
  const found = await driverLists.suggest([
    { line: 1, cells: names },
    { line: 2, cells: names.map(() => '') },
  ]);
  return Object.fromEntries(
    DRIVER_LINE_FIELDS.filter((field) => found[field] !== null).map((field) => [names[found[field] ?? 0], field]),
  );
};

test.each([
  [
    {
      Surname: 'last_name',
      'Other Names': 'middle_name',
      'First Name': 'first_name',
      Sex: 'gender',
      DOB: 'date_of_birth',
    },
  ],
  [
    {
      'Driver Name': 'full_name',
      'Vehicle No.': 'car_number',
      Phone: 'mobile_number',
      'Date Registered': 'registered_on',
    },
  ],
  [
    {
      Name: 'full_name',
      'Reg. No': 'car_number',
      'Contact No': 'mobile_number',
      Package: 'plan',
      'Ghana Card No.': 'id_number',
    },
  ],
  [
    {
      'Full Name': 'full_name',
      'Car Number': 'car_number',
      'Mobile Number': 'mobile_number',
      'Next of Kin': 'next_of_kin',
      'Next of Kin Mobile Number': 'kin_mobile_number',
      Relationship: 'kin_relationship',
      'Spouse Mobile Number': 'spouse_mobile_number',
      'Reference Person': 'reference_person',
      'Reference Mobile Number': 'reference_mobile_number',
      'GPS Address': 'gps_address',
      'E-mail': 'email',
      'ID Type': 'identification_type',
      'ID Number': 'id_number',
      'Date Issued': 'date_issued',
      'Marital Status': 'marital_status',
      Nationality: 'nationality',
    },
  ],
])('columns are known by their names: %o', async (names) => {
  expect(await suggested(Object.keys(names))).toEqual(names);
});

test('an ID number has the form of its type, where the list of types has one', () => {
  const passport = { ...WHOLE, identification_type: 'Passport' };
  expect(read({ ...passport, id_number: 'G1234567' }).driver).toMatchObject({ id_number: 'G1234567' });
  expect(read({ ...passport, id_number: '12' })).toMatchObject({
    driver: null,
    reason: expect.stringMatching(/^ID number: The ID number of this type has the form A9999999/),
  });
});
