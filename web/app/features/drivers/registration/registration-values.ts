import { expiryOf, formatPhone, fullName, hasName, planOf, type RegistrationFields } from '@banbo/contract';
import { wholeNumber } from '~/components/form/form-phone.tsx';

/** The wizard's form state. Texts are as entered; days `YYYY-MM-DD`; phones behind a fixed +233. */
export const EMPTY_REGISTRATION = {
  persLastname: '',
  persFirstname: '',
  persGender: '',
  persDOB: '',
  persNationality: '',
  persIdentificationType: '',
  persIdNumber: '',
  persDateIssued: '',
  persMaritalStatus: '',
  contactCarNumber: '',
  contactMobileNumber: '',
  contactEmail: '',
  contactSpouseMobileNumber: '',
  contactGpsAddress: '',
  nkinNextOfKin: '',
  nkinMobileNumber: '',
  nkinRelationship: '',
  refpReferencePerson: '',
  refpReferenceMobileNumber: '',
  agreeTerms: true,
  /** The plan asked for. It comes from the pricing page and has no field. */
  plan: '',
};

export type RegistrationValues = typeof EMPTY_REGISTRATION;
/** A field with a text value; expiry date and photo are none. */
export type TextName = Exclude<keyof RegistrationValues, 'agreeTerms' | 'plan'>;

/** The photo's name among the fields. */
export const PHOTO = 'persPhoto' as const;

type Way = 'upper' | 'as typed' | 'phone';
type Sent = { as: Exclude<keyof RegistrationFields, 'expiry_date' | 'plan'>; way: Way; label: string };

/** A field's label, its name in the request, and the way its text is sent. */
export const REGISTRATION_FIELDS: Record<TextName, Sent> = {
  persLastname: { as: 'last_name', way: 'upper', label: 'Last Name' },
  persFirstname: { as: 'first_name', way: 'upper', label: 'First Name' },
  persGender: { as: 'gender', way: 'as typed', label: 'Gender' },
  persDOB: { as: 'date_of_birth', way: 'as typed', label: 'Date of Birth' },
  persNationality: { as: 'nationality', way: 'as typed', label: 'Nationality' },
  persIdentificationType: { as: 'identification_type', way: 'as typed', label: 'Identification Type' },
  persIdNumber: { as: 'id_number', way: 'upper', label: 'ID Number' },
  persDateIssued: { as: 'date_issued', way: 'as typed', label: 'Date Issued' },
  persMaritalStatus: { as: 'marital_status', way: 'as typed', label: 'Marital Status' },
  contactCarNumber: { as: 'car_number', way: 'upper', label: 'Car Number' },
  contactMobileNumber: { as: 'mobile_number', way: 'phone', label: 'Mobile Number' },
  contactEmail: { as: 'email', way: 'as typed', label: 'Email' },
  contactSpouseMobileNumber: { as: 'spouse_mobile_number', way: 'phone', label: 'Spouse Mobile Number' },
  contactGpsAddress: { as: 'gps_address', way: 'upper', label: 'GPS Address' },
  nkinNextOfKin: { as: 'next_of_kin', way: 'upper', label: 'Next of Kin' },
  nkinMobileNumber: { as: 'kin_mobile_number', way: 'phone', label: 'Next of Kin’s Mobile Number' },
  nkinRelationship: { as: 'kin_relationship', way: 'as typed', label: 'Relationship' },
  refpReferencePerson: { as: 'reference_person', way: 'upper', label: 'Reference Person' },
  refpReferenceMobileNumber: { as: 'reference_mobile_number', way: 'phone', label: 'Reference Person’s Mobile Number' },
};

export const TEXT_NAMES = Object.keys(REGISTRATION_FIELDS) as TextName[];

/** A field's text as it is sent. */
export const sentText = (name: TextName, values: RegistrationValues): string => {
  const text = values[name].trim();
  const { way } = REGISTRATION_FIELDS[name];
  if (way === 'upper') return text.toUpperCase();
  return way === 'phone' ? wholeNumber(text) : text;
};

/** Ten years after the issue date, less a day; '' until that is a day. */
export const expiryDate = ({ persDateIssued }: RegistrationValues): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(persDateIssued) ? expiryOf(persDateIssued) : '';

/** The request's texts under the contract's names. Optional ones that are empty are left out. */
export const toBody = (values: RegistrationValues): Record<string, string> => {
  const texts = TEXT_NAMES.map((name) => [REGISTRATION_FIELDS[name].as, sentText(name, values)] as const);
  const given = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  return { ...given, expiry_date: expiryDate(values), ...(planOf(values.plan) && { plan: values.plan }) };
};

/** The facts that the confirmation takes from the form: the server's answer masks them. */
export const ownFacts = (values: RegistrationValues) => ({
  fullname: fullName({ first_name: sentText('persFirstname', values), last_name: sentText('persLastname', values) }),
  mobile_number: formatPhone(sentText('contactMobileNumber', values)),
  plan: values.plan,
});
export type OwnFacts = ReturnType<typeof ownFacts>;

const KEPT_NAMES: readonly string[] = ['fullname', 'mobile_number', 'plan'] satisfies (keyof OwnFacts)[];
const isOwnFact = ([name, value]: [string, unknown]): boolean => KEPT_NAMES.includes(name) && typeof value === 'string';

/** Reads the facts of a form that waited on this phone. Older versions kept the plan alone. */
export const readOwnFacts = (shown: unknown): Partial<OwnFacts> & Pick<OwnFacts, 'plan'> =>
  typeof shown === 'string'
    ? { plan: shown }
    : { plan: '', ...Object.fromEntries(Object.entries(Object(shown)).filter(isOwnFact)) };

/** True if nothing but the plan was filled in. */
export const isUntouched = (values: RegistrationValues): boolean => formText(values) === formText(EMPTY_REGISTRATION);

/** The input as one text, for comparing. */
export const formText = (values: Partial<RegistrationValues>): string =>
  JSON.stringify({ ...EMPTY_REGISTRATION, ...values, plan: '' });

/** A field's name in the form, by that name or the request's; null if unknown. */
export const nameOf = (given: string): TextName | null =>
  TEXT_NAMES.find((name) => name === given || REGISTRATION_FIELDS[name].as === given) ?? null;

/** Where the wizard is used. The registered driver is shown at `returnPath`. */
export type RegistrationPlace = { isOffice: boolean; returnPath: string; draftName: string; keyName: string };

export const PUBLIC_PLACE: RegistrationPlace = {
  isOffice: false,
  returnPath: '/main_payments',
  draftName: 'banbo-registration-draft',
  keyName: 'banbo-registration-key',
};

/** The office keeps no forms on the device: the driver would be gone when one is sent. */
export const OFFICE_PLACE: RegistrationPlace = {
  isOffice: true,
  returnPath: '/admin_registration?part=done',
  draftName: 'banbo-office-registration-draft',
  keyName: 'banbo-office-registration-key',
};

/** One of the two is enough. */
export const NAMES = ['persLastname', 'persFirstname'] as const satisfies readonly TextName[];

type WizardPage = { title: string; fields: readonly TextName[]; required: readonly TextName[] };

/** The fields of a page, whose names begin alike. */
const fieldsOf = (page: 'pers' | 'contact' | 'nkin' | 'refp'): TextName[] =>
  TEXT_NAMES.filter((name) => name.startsWith(page));

const page = (title: string, fields: readonly TextName[], optional: readonly TextName[] = []): WizardPage => ({
  title,
  fields,
  required: fields.filter((name) => !optional.includes(name)),
});

/** The six pages in order, with the fields that Next waits for. */
export const WIZARD_PAGES: readonly WizardPage[] = [
  page('PERSONAL INFORMATION', fieldsOf('pers'), NAMES),
  page('CONTACT INFORMATION', fieldsOf('contact'), ['contactSpouseMobileNumber', 'contactGpsAddress']),
  page('NEXT OF KIN', fieldsOf('nkin')),
  page('REFERENCE PERSON', fieldsOf('refp'), fieldsOf('refp')),
  { title: 'TERMS & CONDITIONS', fields: [], required: [] },
  { title: 'PAYMENT INFORMATION', fields: [], required: [] },
];

export const REQUIRED: ReadonlySet<TextName> = new Set(WIZARD_PAGES.flatMap(({ required }) => required));

export const TERMS_PAGE = 4;
export const LAST_PAGE = 5;

/** True when everything the page needs is there, so that Next may be pressed. */
export const isPageFilled = (page: number, values: RegistrationValues): boolean =>
  (page !== TERMS_PAGE || values.agreeTerms) &&
  (page !== 0 || NAMES.some((name) => hasName(values[name]))) &&
  (WIZARD_PAGES[page]?.required ?? []).every((name) => values[name].trim() !== '');

/** The furthest page that may be open: the first that still needs something, or the last. */
export const furthestPage = (values: RegistrationValues): number => {
  const first = WIZARD_PAGES.findIndex((_, page) => !isPageFilled(page, values));
  return first === -1 ? LAST_PAGE : first;
};

export const pageOf = (name: TextName | typeof PHOTO): number =>
  name === PHOTO ? 0 : WIZARD_PAGES.findIndex(({ fields }) => fields.includes(name));
