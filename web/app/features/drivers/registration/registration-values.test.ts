import { RegistrationFields, today } from '@banbo/contract';
import { describe, expect, it } from 'vitest';
import { checkField, wrongFields } from './check-field.ts';
import {
  EMPTY_REGISTRATION,
  expiryDate,
  furthestPage,
  isPageFilled,
  LAST_PAGE,
  nameOf,
  ownFacts,
  type RegistrationValues,
  readOwnFacts,
  TERMS_PAGE,
  toBody,
  WIZARD_PAGES,
} from './registration-values.ts';

const FILLED: RegistrationValues = {
  ...EMPTY_REGISTRATION,
  persLastname: 'Mensah',
  persFirstname: 'Ama',
  persGender: 'Female',
  persDOB: '1990-04-12',
  persNationality: 'Ghanaian',
  persIdentificationType: 'Ghana Card',
  persIdNumber: 'gha-712345678-9',
  persDateIssued: '2020-02-29',
  persMaritalStatus: 'Prefer Not to Say',
  contactCarNumber: 'gr 1234-20',
  contactMobileNumber: '25 123 4567',
  contactEmail: 'Ama@example.com',
  nkinNextOfKin: 'Kofi Mensah',
  nkinMobileNumber: '053 123 4567',
  nkinRelationship: 'BROTHER',
};

describe('the registration as it is sent', () => {
  it('has the names of the server, texts in uppercase, whole phone numbers and the computed expiry', () => {
    expect(toBody(FILLED)).toEqual({
      last_name: 'MENSAH',
      first_name: 'AMA',
      gender: 'Female',
      date_of_birth: '1990-04-12',
      nationality: 'Ghanaian',
      identification_type: 'Ghana Card',
      id_number: 'GHA-712345678-9',
      date_issued: '2020-02-29',
      expiry_date: '2030-02-28',
      marital_status: 'Prefer Not to Say',
      car_number: 'GR 1234-20',
      mobile_number: '+233251234567',
      email: 'Ama@example.com',
      next_of_kin: 'KOFI MENSAH',
      kin_mobile_number: '+233531234567',
      kin_relationship: 'BROTHER',
    });
  });

  it('has the plan that was asked for, if there is such a plan', () => {
    expect(toBody({ ...FILLED, plan: 'standard' })).toMatchObject({ plan: 'standard' });
    expect(toBody({ ...FILLED, plan: 'golden' })).not.toHaveProperty('plan');
  });

  it('is what the contract takes', () => {
    expect(RegistrationFields.safeParse(toBody({ ...FILLED, plan: 'platinum' })).error).toBeUndefined();
  });

  it('is confirmed with the whole name and number that were typed', () => {
    expect(ownFacts(FILLED)).toEqual({ fullname: 'AMA MENSAH', mobile_number: '025 123 4567', plan: '' });
  });

  it('is confirmed after waiting on the phone, also by a version that kept the plan alone', () => {
    const facts = ownFacts({ ...FILLED, plan: 'standard' });
    expect(readOwnFacts(structuredClone(facts))).toEqual(facts);
    expect(readOwnFacts('standard')).toEqual({ plan: 'standard' });
    expect(readOwnFacts(null)).toEqual({ plan: '' });
  });

  it('shows no expiry until the issue date is a day', () => {
    expect(expiryDate(EMPTY_REGISTRATION)).toBe('');
  });

  it('finds the form’s field of every field of the request but the computed one and the plan', () => {
    const unknown = Object.keys(RegistrationFields.shape).filter((as) => nameOf(as) === null);
    expect(unknown).toEqual(['expiry_date', 'plan']);
  });
});

describe('the gates between the pages', () => {
  it.each(WIZARD_PAGES.flatMap(({ required }, page) => required.map((name) => [page, name] as const)))(
    'page %i waits for %s',
    (page, name) => {
      expect(isPageFilled(page, FILLED)).toBe(true);
      expect(isPageFilled(page, { ...FILLED, [name]: ' ' })).toBe(false);
    },
  );

  it('do not wait for the spouse’s number, the GPS address or the reference person', () => {
    expect(furthestPage(FILLED)).toBe(LAST_PAGE);
  });

  it('wait for the agreement, which starts given', () => {
    expect(EMPTY_REGISTRATION.agreeTerms).toBe(true);
    expect(furthestPage({ ...FILLED, agreeTerms: false })).toBe(TERMS_PAGE);
  });

  it('let nobody past the first page that needs something', () => {
    expect(furthestPage(EMPTY_REGISTRATION)).toBe(0);
    expect(furthestPage({ ...FILLED, nkinRelationship: '' })).toBe(2);
  });
});

describe('a field', () => {
  it('is named when it is empty and needed, and passes when it is empty and optional', () => {
    expect(checkField('contactMobileNumber', EMPTY_REGISTRATION)).toBe('Please enter the mobile number.');
    expect(checkField('contactSpouseMobileNumber', EMPTY_REGISTRATION)).toBeNull();
    expect(checkField('refpReferencePerson', EMPTY_REGISTRATION)).toBeNull();
  });

  it('is checked by the contract’s own rule', () => {
    expect(checkField('contactEmail', { ...FILLED, contactEmail: 'ama@' })).toMatch(/e-mail address/);
    expect(checkField('persDOB', { ...FILLED, persDOB: '2091-01-01' })).toBe('The date of birth must be a past day.');
    expect(checkField('persDOB', { ...FILLED, persDOB: today() })).toMatch(/at least 18 years old/);
  });

  it('with the ID number is checked against the identification type', () => {
    const short = { ...FILLED, persIdNumber: 'GHA-1' };
    expect(checkField('persIdNumber', short)).toMatch(/like GHA-712345678-9/);
    expect(checkField('persIdNumber', { ...short, persIdentificationType: 'Passport' })).toBeNull();
  });
});

it('names every field of a whole form that a rule of today refuses', () => {
  expect(wrongFields(FILLED)).toEqual({});
  expect(Object.keys(wrongFields({ ...FILLED, persIdNumber: 'GHA-1', persDOB: today() }))).toEqual([
    'persDOB',
    'persIdNumber',
  ]);
});
