import {
  type ApplicantDraft,
  ApplicationChange,
  type ApplicationKind,
  type ApplicationRecord,
  type Consent,
  type Inspection,
  NewApplication,
  parseMoney,
} from '@banbo/contract';
import { wholeNumber } from '~/components/form/form-phone.tsx';
import type { FieldErrors } from '~/lib/form/refusal.ts';

const APPLICANT = {
  ...{ last_name: '', first_name: '', gender: '', date_of_birth: '', nationality: 'GHANAIAN', foreign_share: '' },
  ...{ identification_type: '', id_number: '', contact_number: '', other_number: '', email: '' },
  ...{ postal_address: '', gps_address: '', next_of_kin: '', kin_mobile_number: '', kin_relationship: '' },
  ...{ contact_person: '', contact_person_number: '', reference_person: '', reference_mobile_number: '' },
};
const TERMS = {
  ...{ indenture_number: '', commencement: '', term_years: '', ground_rent: '', review_years: '' },
  ...{ review_percent: '', grantor: '', grantor_capacity: '', witnesses: '' },
};
const INSPECTION = { day: '', by: '', findings: '', evidence: '', penalty: '' };
const CONSENT = { by: '', capacity: '', day: '' };

type Texts = Readonly<Record<string, string>>;

/** Names are those of the body's parts, `terms.term_years`, so that a refusal finds its field. */
const named = (part: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${part}.${name}`, text]));

/** A form's texts by the path of their part in the application; `who` is `known` or `new`. */
export type ApplicationValues = Texts;

const EMPTY: ApplicationValues = {
  ...{ plot_id: '', who: 'known', tenant_id: '', about: '', 'applicant.kind': 'person' },
  ...named('applicant', APPLICANT),
  ...named('terms', TERMS),
  ...named('inspection', INSPECTION),
  ...named('consent', CONSENT),
};

const textsOf = (part: string, given: object | null): Texts =>
  named(
    part,
    Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, value === null ? '' : String(value)])),
  );

/** A form's texts for an application, or for a new one. */
export const valuesOfApplication = (application: ApplicationRecord | null): ApplicationValues => {
  if (application === null) return EMPTY;
  const { plot_id, tenant_id, applicant, terms, inspection, consent, about } = application;
  return {
    ...EMPTY,
    ...{ plot_id, tenant_id: tenant_id ?? '', about, who: applicant === null ? 'known' : 'new' },
    ...textsOf('applicant', applicant),
    ...textsOf('terms', terms),
    ...textsOf('inspection', inspection),
    ...textsOf('consent', consent),
  };
};

const partOf =
  (values: ApplicationValues, part: string) =>
  (name: string): string =>
    (values[`${part}.${name}`] ?? '').trim();

const numberOr = (text: string): number | null => (text === '' ? null : Number(text));
const moneyOr = (text: string): string | null => (text === '' ? null : (parseMoney(text) ?? text));
/** `25` per cent as `25.00`; another text stays for its error. */
const percentOr = (text: string): string | null => {
  if (text === '') return null;
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text).toFixed(2) : text;
};

/** An applicant as typed, also one of whom nothing but the kind is filled in. */
const applicantOf = (values: ApplicationValues): ApplicantDraft => {
  const at = partOf(values, 'applicant');
  const isPerson = at('kind') !== 'organisation';
  const phone = (name: string): string | null => (at(name) === '' ? null : wholeNumber(at(name)));
  return {
    ...{ kind: isPerson ? 'person' : 'organisation', last_name: at('last_name') },
    first_name: isPerson ? at('first_name') : '',
    gender: (isPerson && at('gender') ? at('gender') : null) as ApplicantDraft['gender'],
    date_of_birth: (isPerson && at('date_of_birth')) || null,
    nationality: at('nationality') || null,
    foreign_share: isPerson ? null : numberOr(at('foreign_share')),
    ...{ identification_type: at('identification_type') || null, id_number: at('id_number') || null },
    ...{ contact_number: phone('contact_number'), other_number: phone('other_number') },
    ...{ email: at('email'), postal_address: at('postal_address'), gps_address: at('gps_address') },
    ...{ next_of_kin: at('next_of_kin'), kin_mobile_number: phone('kin_mobile_number') },
    kin_relationship: at('kin_relationship') || null,
    ...{ contact_person: at('contact_person'), contact_person_number: phone('contact_person_number') },
    ...{ reference_person: at('reference_person'), reference_mobile_number: phone('reference_mobile_number') },
  };
};

const inspectionOf = (values: ApplicationValues): Inspection | null => {
  const at = partOf(values, 'inspection');
  if (Object.keys(INSPECTION).every((name) => at(name) === '')) return null;
  const texts = { by: at('by'), findings: at('findings'), evidence: at('evidence') };
  return { ...texts, day: at('day') || null, penalty: moneyOr(at('penalty')) };
};

const consentOf = (values: ApplicationValues): Consent | null => {
  const at = partOf(values, 'consent');
  if (Object.keys(CONSENT).every((name) => at(name) === '')) return null;
  return { by: at('by'), capacity: at('capacity'), day: at('day') || null };
};

/** True once a part of a new applicant is typed. */
export const hasApplicant = (values: ApplicationValues): boolean => {
  const at = partOf(values, 'applicant');
  return Object.entries(APPLICANT).some(([name, first]) => at(name) !== first);
};

/** The parts of an application as a form has them. A transfer leaves out the term that it keeps. */
export const partsOfForm = (kind: ApplicationKind, values: ApplicationValues) => {
  const at = partOf(values, 'terms');
  const isTransfer = kind === 'transfer';
  const isNew = values.who === 'new';
  return {
    plot_id: values.plot_id ?? '',
    tenant_id: isNew ? null : values.tenant_id || null,
    applicant: isNew && hasApplicant(values) ? applicantOf(values) : null,
    terms: {
      indenture_number: at('indenture_number') || null,
      commencement: isTransfer ? null : at('commencement') || null,
      term_years: isTransfer ? null : numberOr(at('term_years')),
      ground_rent: moneyOr(at('ground_rent')),
      review_years: numberOr(at('review_years')),
      review_percent: percentOr(at('review_percent')),
      ...{ grantor: at('grantor'), grantor_capacity: at('grantor_capacity'), witnesses: at('witnesses') },
    },
    inspection: kind === 'regularization' ? inspectionOf(values) : null,
    consent: consentOf(values),
    about: (values.about ?? '').trim(),
  };
};

/** The messages of fields that a draft may not have so; a draft may lack nearly everything. */
export const checkApplication =
  (kind: ApplicationKind, version: number | null) =>
  (values: ApplicationValues): FieldErrors => {
    const parts = partsOfForm(kind, values);
    const result =
      version === null
        ? NewApplication.safeParse({ ...parts, kind })
        : ApplicationChange.safeParse({ ...parts, version });
    const found: Record<string, string> = {};
    for (const { path, message } of result.error?.issues ?? []) found[path.map(String).join('.')] ??= message;
    return found;
  };
