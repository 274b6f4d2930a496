import { z } from 'zod';
import { today } from '../common/calendar.ts';
import { AnyPhone, Day, Email, optionalLine, shortText } from '../common/fields.ts';
import { fullName, hasName, ONE_NAME } from '../common/names.ts';
import { GENDERS } from '../drivers/choices.ts';

export const TENANT_KIND_LABELS = { person: 'Person', organisation: 'Organisation' } as const;
export type TenantKind = keyof typeof TENANT_KIND_LABELS;

const TENANT_KINDS = ['person', 'organisation'] as const;

const PAST_DAY = 'The date of birth must be a past day.';

const optionalPhone = AnyPhone.nullable();

/** The parts of a tenant's record that the four pages of updates change. */
export const TENANT_SECTIONS = {
  personal: {
    kind: z.enum(TENANT_KINDS, 'Please choose person or organisation.'),
    /** An organisation's only name stands here. A person's one name is enough. */
    last_name: optionalLine('last name or the name of the organisation', 120),
    first_name: optionalLine('first name', 60),
    gender: z.enum(GENDERS).nullable(),
    date_of_birth: Day.refine((day) => day >= '1850-01-01' && day <= today(), PAST_DAY).nullable(),
    nationality: shortText('nationality'),
    /** Per cent of an organisation that non-citizens own; null for a person. */
    foreign_share: z
      .int('Please give whole per cent.')
      .min(0, 'A share is at least 0 per cent.')
      .max(100, 'A share is at most 100 per cent.')
      .nullable(),
    identification_type: shortText('identification type').nullable(),
    id_number: shortText('ID number', 40).nullable(),
  },
  contact: {
    contact_number: AnyPhone,
    other_number: optionalPhone,
    email: z.union([z.literal(''), Email]),
    postal_address: optionalLine('postal address', 200),
    gps_address: optionalLine('GPS address', 20),
  },
  kin: {
    next_of_kin: optionalLine('next of kin', 120),
    kin_mobile_number: optionalPhone,
    kin_relationship: shortText('relationship').nullable(),
  },
  reference: {
    contact_person: optionalLine('contact person', 120),
    contact_person_number: optionalPhone,
    reference_person: optionalLine('reference person', 120),
    reference_mobile_number: optionalPhone,
  },
} as const;

const fields = {
  ...TENANT_SECTIONS.personal,
  ...TENANT_SECTIONS.contact,
  ...TENANT_SECTIONS.kin,
  ...TENANT_SECTIONS.reference,
};

type Given = { kind: TenantKind; first_name: string; last_name: string; foreign_share: number | null } & Record<
  'identification_type' | 'id_number',
  string | null
>;

/** The rules over several fields of a tenant: whether each holds, its field and its sentence. */
export const TENANT_RULES: readonly (readonly [(given: Given) => boolean, keyof Given, string])[] = [
  [
    ({ kind, first_name, last_name }) => kind === 'organisation' || hasName(first_name) || hasName(last_name),
    'first_name',
    ONE_NAME,
  ],
  [
    ({ kind, last_name }) => kind === 'person' || hasName(last_name),
    'last_name',
    'Please enter the name of the organisation.',
  ],
  [
    ({ kind, first_name }) => kind === 'person' || first_name === '',
    'first_name',
    'An organisation has one name. Please leave the first name empty.',
  ],
  [
    ({ kind, foreign_share }) => kind === 'person' || foreign_share !== null,
    'foreign_share',
    'Please say how many per cent of the organisation non-citizens own; 0 for none.',
  ],
  [
    ({ kind, foreign_share }) => kind === 'organisation' || foreign_share === null,
    'foreign_share',
    'A share is for organisations alone.',
  ],
  [
    ({ identification_type, id_number }) => (identification_type === null) === (id_number === null),
    'id_number',
    'Please give the identification type and its number, or neither.',
  ],
];

/** Everything that is kept of a tenant. An application holds it until it is approved. */
export const TenantFields = TENANT_RULES.reduce(
  (schema, [holds, field, message]) => schema.refine((given) => holds(given), { path: [field], message }),
  z.strictObject(fields),
);
export type TenantFields = z.infer<typeof TenantFields>;

/** A company counts as a non-citizen above this share (Land Act, 2020 (Act 1036)). */
const MOST_FOREIGN_SHARE = 40;

/** The nationality of citizens in the list of nationalities. */
const CITIZENS = 'GHANAIAN';

/** True of a citizen of Ghana, and of an organisation that counts as one. */
export const isCitizen = ({
  kind,
  nationality,
  foreign_share,
}: Pick<TenantFields, 'kind' | 'nationality' | 'foreign_share'>) =>
  kind === 'organisation' ? (foreign_share ?? 0) <= MOST_FOREIGN_SHARE : nationality.toUpperCase() === CITIZENS;

/** A tenant's name in one line: that of the organisation, or first and last name. */
export const tenantName = ({ first_name, last_name }: Pick<TenantFields, 'first_name' | 'last_name'>): string =>
  fullName({ first_name, last_name });
