import { z } from 'zod';
import { today } from '../common/calendar.ts';
import { Day, Id, Money, shortText } from '../common/fields.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { TenancyTerms } from './tenancies.ts';
import { TENANT_RULES, TENANT_SECTIONS, TenantFields } from './tenants.ts';
import { APPLICATION_KINDS, type ApplicationKind } from './words.ts';

/** A line that a draft may leave empty. */
const maybe = (label: string, max = 120) => z.union([z.literal(''), shortText(label, max)]);

const prose = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainProse, unseenIn(`The ${label}`));

const pastDay = (label: string) =>
  Day.refine((day) => day >= '1850-01-01' && day <= today(), `The day of the ${label} must be a past day.`).nullable();

const { personal, contact, kin, reference } = TENANT_SECTIONS;

/** An applicant whom the office does not know yet, as far as a draft has them. */
export const ApplicantDraft = z.strictObject({
  ...{ ...personal, ...contact, ...kin, ...reference },
  nationality: personal.nationality.nullable(),
  contact_number: contact.contact_number.nullable(),
});
export type ApplicantDraft = z.infer<typeof ApplicantDraft>;

const terms = TenancyTerms.shape;

/**
 * The terms that an application asks for, as far as a draft has them. A transfer leaves
 * `commencement` and `term_years` null, since it goes on with those of the tenancy that it ends,
 * and may leave `ground_rent` null for the same rent.
 */
export const ApplicationTerms = z.strictObject({
  ...terms,
  indenture_number: terms.indenture_number.nullable(),
  commencement: terms.commencement.nullable(),
  term_years: terms.term_years.nullable(),
  ground_rent: terms.ground_rent.nullable(),
});
export type ApplicationTerms = z.infer<typeof ApplicationTerms>;

/** Terms of which nothing is filled in. */
export const EMPTY_TERMS: ApplicationTerms = {
  ...{ indenture_number: null, commencement: null, term_years: null, ground_rent: null },
  ...{ review_years: null, review_percent: null, grantor: '', grantor_capacity: '', witnesses: '' },
};

/** A regularization's look at land that is occupied already, as far as a draft has it. */
export const Inspection = z.strictObject({
  day: pastDay('inspection'),
  by: maybe('name of the inspector'),
  findings: prose('findings', 2_000),
  /** Shows that the applicant occupies the land, and since when. */
  evidence: prose('evidence of occupation', 2_000),
  /** In GHS; `0.00` where there is none. */
  penalty: Money.nullable(),
});
export type Inspection = z.infer<typeof Inspection>;

/** The lessor's consent that somebody else holds the plot, as far as a draft has it. */
export const Consent = z.strictObject({
  by: maybe('name of the person who consents'),
  /** Such as head of the family, or secretary of the stool. */
  capacity: maybe('capacity in which they consent'),
  day: pastDay('consent'),
});
export type Consent = z.infer<typeof Consent>;

const ABOUT = prose('text', 1_000);

/** The parts of an application that the desk fills in. */
export const applicationFields = {
  kind: z.enum(APPLICATION_KINDS, 'Please choose the kind of the application.'),
  plot_id: z.string('Please choose the plot.').min(1, { error: 'Please choose the plot.', abort: true }).pipe(Id),
  /** A tenant who is known; else `applicant` has the person or organisation. */
  tenant_id: Id.nullable(),
  applicant: ApplicantDraft.nullable(),
  terms: ApplicationTerms,
  inspection: Inspection.nullable(),
  consent: Consent.nullable(),
  /** Needed of the kind `others`, which may be an inheritance, a renewal or an order of a court. */
  about: ABOUT,
};

/** The parts of an application that are judged before it is lodged. */
export type DraftedApplication = {
  kind: ApplicationKind;
  tenant_id: string | null;
  applicant: ApplicantDraft | null;
  terms: ApplicationTerms;
  inspection: Inspection | null;
  consent: Consent | null;
  about: string;
};

/** A part that is not as it must be, by its path in the application, and a sentence. */
export type ApplicationGap = { path: string; message: string };

type Rule = readonly [isMissing: (given: DraftedApplication) => boolean, path: string, message: string];

const isTransfer = ({ kind }: DraftedApplication): boolean => kind === 'transfer';
const ofInspection =
  (lacks: (inspection: Inspection) => boolean) =>
  ({ kind, inspection }: DraftedApplication): boolean =>
    kind === 'regularization' && (inspection === null || lacks(inspection));
const ofConsent =
  (lacks: (consent: Consent) => boolean) =>
  ({ kind, consent }: DraftedApplication): boolean =>
    (kind === 'transfer' && consent === null) || (consent !== null && lacks(consent));

const GOES_ON = 'A transfer goes on with the term of the tenancy that it ends. Please leave this empty.';

const RULES: readonly Rule[] = [
  [({ tenant_id, applicant }) => tenant_id === null && applicant === null, 'applicant', 'Please say who applies.'],
  [
    ({ tenant_id, applicant }) => tenant_id !== null && applicant !== null,
    'applicant',
    'Please give a known tenant or a new one, not both.',
  ],
  [
    ({ terms: { indenture_number } }) => indenture_number === null,
    'terms.indenture_number',
    'Please enter the indenture number.',
  ],
  [
    (given) => !isTransfer(given) && given.terms.commencement === null,
    'terms.commencement',
    'Please give the day on which the term begins.',
  ],
  [(given) => isTransfer(given) && given.terms.commencement !== null, 'terms.commencement', GOES_ON],
  [
    (given) => !isTransfer(given) && given.terms.term_years === null,
    'terms.term_years',
    'Please give the term in years.',
  ],
  [(given) => isTransfer(given) && given.terms.term_years !== null, 'terms.term_years', GOES_ON],
  [
    (given) => !isTransfer(given) && given.terms.ground_rent === null,
    'terms.ground_rent',
    'Please give the ground rent of a year.',
  ],
  [
    ({ terms: { review_years, review_percent } }) => review_percent !== null && review_years === null,
    'terms.review_years',
    'Please say after how many years the rent is reviewed.',
  ],
  [ofInspection(({ day }) => day === null), 'inspection.day', 'Please give the day of the inspection.'],
  [ofInspection(({ by }) => by === ''), 'inspection.by', 'Please enter the inspector’s name.'],
  [ofInspection(({ findings }) => findings === ''), 'inspection.findings', 'Please say what the inspection found.'],
  [
    ofInspection(({ evidence }) => evidence === ''),
    'inspection.evidence',
    'Please say what shows that the land is occupied.',
  ],
  [ofInspection(({ penalty }) => penalty === null), 'inspection.penalty', 'Please give the penalty; 0.00 for none.'],
  [ofConsent(({ by }) => by === ''), 'consent.by', 'Please say who consents for the owner.'],
  [ofConsent(({ capacity }) => capacity === ''), 'consent.capacity', 'Please say in which capacity they consent.'],
  [ofConsent(({ day }) => day === null), 'consent.day', 'Please give the day of the consent.'],
  [({ kind, about }) => kind === 'others' && about === '', 'about', 'Please say what the application is about.'],
];

/** An applicant's parts that are not as a tenant's must be. */
const gapsOfApplicant = (applicant: ApplicantDraft): ApplicationGap[] => {
  const { nationality, contact_number } = applicant;
  const given = { ...applicant, nationality: nationality ?? '', contact_number: contact_number ?? '' };
  const issues = TenantFields.safeParse(given).error?.issues ?? [];
  const gaps = new Map(issues.map(({ path, message }) => [path.join('.'), message]));
  // The schema leaves these out while a field is wrong.
  for (const [holds, field, message] of TENANT_RULES) if (!holds(given)) gaps.set(field, message);
  return [...gaps].map(([path, message]) => ({ path: `applicant.${path}`, message }));
};

/**
 * The parts that an application lacks before it can be lodged, in the order of the form. Its plot
 * and papers are judged by the server beside them.
 */
export const lodgingGaps = (given: DraftedApplication): ApplicationGap[] => {
  const gaps = RULES.filter(([isMissing]) => isMissing(given)).map(([, path, message]) => ({ path, message }));
  return [...(given.applicant === null ? [] : gapsOfApplicant(given.applicant)), ...gaps];
};
