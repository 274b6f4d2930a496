import { z } from 'zod';
import { DAY_ORDERS, HeaderLine, TableColumn } from '../../common/imports.ts';
import { PLAN_SLUGS } from '../../prices/plans.ts';

/** Parts of a line of a list of drivers. A list has names in one column, or in two or three. */
export const DRIVER_LINE_LABELS = {
  last_name: 'Last name',
  first_name: 'First name',
  middle_name: 'Middle name',
  full_name: 'Full name',
  car_number: 'Car number',
  mobile_number: 'Mobile number',
  gender: 'Gender',
  date_of_birth: 'Date of birth',
  nationality: 'Nationality',
  identification_type: 'ID type',
  id_number: 'ID number',
  date_issued: 'Date issued',
  marital_status: 'Marital status',
  email: 'E-mail',
  spouse_mobile_number: 'Spouse mobile number',
  gps_address: 'GPS address',
  next_of_kin: 'Next of kin',
  kin_mobile_number: 'Next of kin mobile number',
  kin_relationship: 'Relationship',
  reference_person: 'Reference person',
  reference_mobile_number: 'Reference mobile number',
  plan: 'Plan',
  registered_on: 'Registered on',
} as const;
export type DriverLineField = keyof typeof DRIVER_LINE_LABELS;
export const DRIVER_LINE_FIELDS = Object.keys(DRIVER_LINE_LABELS) as DriverLineField[];

/** Those that are days, which a file may write in two orders. */
export const DAY_FIELDS = ['date_of_birth', 'date_issued', 'registered_on'] as const satisfies DriverLineField[];

/** Which name a column of full names begins with. */
export const NAME_ORDERS = ['first', 'last'] as const;
export const NAME_ORDER_LABELS = { first: 'First name first', last: 'Last name first' } as const;

const optional = TableColumn.nullable().default(null);
const entry = z.string().trim().max(60).default('');

export const MISSING_NAME_COLUMNS = 'Please choose the columns of first and last name, or that of the full name.';

/** Which column of a list says what, counted from 0, and what holds where a line says nothing. */
export const DriverMapping = z
  .strictObject({
    header_line: HeaderLine,
    day_order: z.enum(DAY_ORDERS),
    name_order: z.enum(NAME_ORDERS),
    last_name: optional,
    first_name: optional,
    middle_name: optional,
    full_name: optional,
    car_number: TableColumn,
    mobile_number: TableColumn,
    gender: optional,
    date_of_birth: optional,
    nationality: optional,
    identification_type: optional,
    id_number: optional,
    date_issued: optional,
    marital_status: optional,
    email: optional,
    spouse_mobile_number: optional,
    gps_address: optional,
    next_of_kin: optional,
    kin_mobile_number: optional,
    kin_relationship: optional,
    reference_person: optional,
    reference_mobile_number: optional,
    plan: optional,
    registered_on: optional,
    /** Entries of their lists; empty for none. */
    default_nationality: entry,
    default_identification_type: entry,
    default_plan: z.enum(['', ...PLAN_SLUGS]).default(''),
  })
  .refine(({ full_name, first_name, last_name }) => full_name !== null || (first_name !== null && last_name !== null), {
    message: MISSING_NAME_COLUMNS,
    path: ['last_name'],
  })
  .refine(
    (mapping) => {
      const columns = DRIVER_LINE_FIELDS.map((field) => mapping[field]).filter((column) => column !== null);
      return new Set(columns).size === columns.length;
    },
    { message: 'Please choose each column for one thing alone.', path: ['header_line'] },
  );
export type DriverMapping = z.output<typeof DriverMapping>;

/** A mapping as far as the file or an earlier one of its kind suggests it. */
export const SuggestedDriverMapping = z.object({
  header_line: z.int(),
  /** Null where days could be read in both orders. */
  day_order: z.enum(DAY_ORDERS).nullable(),
  name_order: z.enum(NAME_ORDERS),
  ...(Object.fromEntries(DRIVER_LINE_FIELDS.map((field) => [field, z.int().nullable()])) as Record<
    DriverLineField,
    z.ZodNullable<z.ZodInt>
  >),
  default_nationality: z.string(),
  default_identification_type: z.string(),
  default_plan: z.enum(['', ...PLAN_SLUGS]),
});
export type SuggestedDriverMapping = z.output<typeof SuggestedDriverMapping>;
