import { PHOTO, type RegistrationValues, type TextName } from './registration-values.ts';

export type WizardPage = { title: string; fields: readonly TextName[]; required: readonly TextName[] };

const PERSONAL: readonly TextName[] = [
  'persLastname',
  'persFirstname',
  'persGender',
  'persDOB',
  'persNationality',
  'persIdentificationType',
  'persIdNumber',
  'persDateIssued',
  'persMaritalStatus',
];
const CONTACT: readonly TextName[] = ['contactCarNumber', 'contactMobileNumber', 'contactEmail'];
const KIN: readonly TextName[] = ['nkinNextOfKin', 'nkinMobileNumber', 'nkinRelationship'];

/** The six pages in order, with the fields that Next waits for. */
export const WIZARD_PAGES: readonly WizardPage[] = [
  { title: 'PERSONAL INFORMATION', fields: PERSONAL, required: PERSONAL },
  {
    title: 'CONTACT INFORMATION',
    fields: [...CONTACT, 'contactSpouseMobileNumber', 'contactGpsAddress'],
    required: CONTACT,
  },
  { title: 'NEXT OF KIN', fields: KIN, required: KIN },
  { title: 'REFERENCE PERSON', fields: ['refpReferencePerson', 'refpReferenceMobileNumber'], required: [] },
  { title: 'TERMS & CONDITIONS', fields: [], required: [] },
  { title: 'PAYMENT INFORMATION', fields: [], required: [] },
];

export const TERMS_PAGE = 4;
export const LAST_PAGE = 5;

/** True when everything the page needs is there, so that Next may be pressed. */
export const isPageFilled = (page: number, values: RegistrationValues): boolean =>
  (page !== TERMS_PAGE || values.agreeTerms) &&
  (WIZARD_PAGES[page]?.required ?? []).every((name) => values[name].trim() !== '');

/** The furthest page that may be open: the first that still needs something, or the last. */
export const furthestPage = (values: RegistrationValues): number => {
  const first = WIZARD_PAGES.findIndex((_, page) => !isPageFilled(page, values));
  return first === -1 ? LAST_PAGE : first;
};

export const pageOf = (name: TextName | typeof PHOTO): number =>
  name === PHOTO ? 0 : WIZARD_PAGES.findIndex(({ fields }) => fields.includes(name));
