import { PHOTO, type RegistrationValues, TEXT_NAMES, type TextName } from './registration-values.ts';

export type WizardPage = { title: string; fields: readonly TextName[]; required: readonly TextName[] };

/** The fields of a page, whose names begin alike. */
const fieldsOf = (page: 'pers' | 'contact' | 'nkin' | 'refp'): TextName[] =>
  TEXT_NAMES.filter((name) => name.startsWith(page));

/** A page whose fields but these are required. */
const page = (title: string, fields: readonly TextName[], optional: readonly TextName[] = []): WizardPage => ({
  title,
  fields,
  required: fields.filter((name) => !optional.includes(name)),
});

/** The six pages in order, with the fields that Next waits for. */
export const WIZARD_PAGES: readonly WizardPage[] = [
  page('PERSONAL INFORMATION', fieldsOf('pers')),
  page('CONTACT INFORMATION', fieldsOf('contact'), ['contactSpouseMobileNumber', 'contactGpsAddress']),
  page('NEXT OF KIN', fieldsOf('nkin')),
  page('REFERENCE PERSON', fieldsOf('refp'), fieldsOf('refp')),
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
