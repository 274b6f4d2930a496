import { z } from 'zod';
import { fieldLabel } from '../audit/audit-changes.ts';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, Money, MoneySum } from '../common/fields.ts';
import {
  chosenOnce,
  defineImport,
  eachField,
  ImportProgress,
  importEndpoints,
  outcomeFilter,
} from '../common/imports.ts';
import { columnOf } from '../common/lists/define-list.ts';
import { PLAN_SLUGS } from '../prices/plans.ts';
import { DriverRemoval, RegistrationFields } from './schemas.ts';

const endpoint = endpointsOf('drivers');
const tags = ['drivers'];

const { expiry_date: _, ...registered } = RegistrationFields.shape;
type OfTakeOver = 'registered_on' | 'paid_until' | 'opening_balance';
export type DriverLineField = keyof typeof registered | 'middle_name' | 'full_name' | OfTakeOver;

/** The parts of a line: a registration's fields, and names in one column, or in two or three. */
export const DRIVER_LINE_FIELDS = [
  ...new Set([
    ...(['last_name', 'first_name', 'middle_name', 'full_name', 'car_number', 'mobile_number'] as const),
    ...(Object.keys(registered) as (keyof typeof registered)[]),
    ...(['registered_on', 'paid_until', 'opening_balance'] as const),
  ]),
];

/** Labels that are shorter here than in the history of changes. */
const SHORT_LABELS: Partial<Record<DriverLineField, string>> = {
  identification_type: 'ID type',
  kin_mobile_number: 'Next of kin mobile number',
  kin_relationship: 'Relationship',
  reference_mobile_number: 'Reference mobile number',
};
export const DRIVER_LINE_LABELS = Object.fromEntries(
  DRIVER_LINE_FIELDS.map((field) => [field, SHORT_LABELS[field] ?? fieldLabel(field)]),
) as Record<DriverLineField, string>;

export const NAME_ORDER_LABELS = { first: 'First name first', last: 'Last name first' } as const;

export const MISSING_NAME_COLUMNS = 'Please choose the column of the full name, or that of the first or the last name.';

/** The outcomes of lines, in words of before their import; all but the first two are left out. */
const OUTCOME_LABELS = {
  new: 'Will be added',
  remark: 'Will be added, with a remark',
  known: 'Registered already',
  another_car: 'Person’s other car',
  repeated: 'Twice in this file',
  refused: 'Refused',
} as const;
export type DriverLineOutcome = keyof typeof OUTCOME_LABELS;

const IMPORTED_LABELS = { ...OUTCOME_LABELS, new: 'Added', remark: 'Added, with a remark' } as const;

export const driverLineLabel = (outcome: DriverLineOutcome, { isImported }: { isImported: boolean }): string =>
  (isImported ? IMPORTED_LABELS : OUTCOME_LABELS)[outcome];

/** Why an imported driver stays when the import is taken back, the weightiest first. */
export const IMPORT_TOUCH_LABELS = {
  money: 'with a payment, a claim or a prompt',
  cars: 'of a person with another car, or a request for one',
  changes: 'changed by staff since, or with a password of their own',
} as const;
export type ImportTouch = keyof typeof IMPORT_TOUCH_LABELS;

const TakeBackPreview = z.object({
  drivers: z.int(),
  /** The current drivers that stay, by the weightiest reason of each. */
  stays: z.array(z.object({ touch: z.enum(Object.keys(IMPORT_TOUCH_LABELS) as ImportTouch[]), drivers: z.int() })),
});
export type TakeBackPreview = z.output<typeof TakeBackPreview>;

/** A driver beside a line: the current one whom it repeats, or the one that was made of it. */
const LineDriver = z.object({
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
});
export type LineDriver = z.output<typeof LineDriver>;

const inLine = (driver: LineDriver | null): string =>
  driver
    ? `${driver.driver_code}, ${driver.fullname}, ${driver.car_number}, ${driver.mobile_number.replace('+233', '0')}`
    : '';

const entry = z.string().trim().max(60).default('');

export const driverImports = defineImport({
  name: 'driver-imports',
  noun: 'driver_import',
  idKey: 'import_id',
  thing: 'list',
  kind: 'list of drivers',
  url: '/driver_imports',
  access: 'drivers.import',
  tags,
  fields: {
    labels: DRIVER_LINE_LABELS,
    needed: ['car_number', 'mobile_number'],
    days: ['date_of_birth', 'date_issued', 'registered_on', 'paid_until'],
  },
  // The defaults hold where a line says nothing.
  own: {
    name_order: z.enum(['first', 'last']),
    /** Entries of their lists; empty for none. */
    default_nationality: entry,
    default_identification_type: entry,
    default_plan: z.enum(['', ...PLAN_SLUGS]).default(''),
  },
  rules: [
    [
      ({ full_name, first_name, last_name }) => full_name !== null || first_name !== null || last_name !== null,
      'last_name',
      MISSING_NAME_COLUMNS,
    ],
    chosenOnce(DRIVER_LINE_FIELDS),
  ],
  outcomes: OUTCOME_LABELS,
  takes: ['new', 'remark'],
  counted: {},
  // Counts the drivers that were made of its lines so far, and those of them that were taken back.
  row: {
    drivers: z.int(),
    taken_back: z.int(),
    /** How many of its drivers would owe something on the day of the check, and how much in all. */
    debtors: z.int(),
    debts: MoneySum,
    /** How many of its drivers bring credit along, and how much in all. */
    credited: z.int(),
    credits: MoneySum,
    /** Years without a price, whose months are not in `debts`. */
    unpriced_years: z.array(z.int()),
  },
  columns: [columnOf('drivers', 'Drivers Added', 'number'), columnOf('taken_back', 'Taken Back', 'number')],
  record: {
    /** How far taking back the import is, and what it came to; null before the first. */
    taken_back: z
      .object({
        /** `failed` stopped on its way and can be begun again. */
        status: z.enum(['running', 'done', 'failed']),
        /** The drivers that all takings back of this import removed. */
        drivers: z.int(),
        ended_at: Instant.nullable(),
        progress: ImportProgress.nullable(),
      })
      .nullable(),
  },
  line: {
    is_imported: z.boolean(),
    fullname: z.string(),
    /** The cells of the chosen columns as the file has them; empty without one. */
    cells: z.object(eachField(DRIVER_LINE_LABELS, () => z.string())),
    /** The current driver with the same car, or of the same person. */
    known: LineDriver.nullable(),
    /** Owed by its driver on the day of the check; null of a line that is left out. */
    owes: Money.nullable(),
    driver: LineDriver.nullable(),
  },
  lineColumns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    {
      ...{ key: 'outcome', header: 'Outcome', kind: 'text' },
      value: ({ outcome, is_imported }) => driverLineLabel(outcome, { isImported: is_imported }),
    },
    columnOf('reason', 'Why'),
    { key: 'known', header: 'Driver', kind: 'text', value: ({ known, driver }) => inLine(driver ?? known) },
    columnOf('owes', 'Would Owe', 'money'),
    // Under names that the import understands when the file is sent again.
    ...DRIVER_LINE_FIELDS.map((key) => ({
      ...{ key, header: DRIVER_LINE_LABELS[key], kind: 'text' as const },
      value: ({ cells }: { cells: Record<DriverLineField, string> }) => cells[key],
    })),
  ],
  uploadsAnHour: 60,
  texts: {
    list: 'Lists of drivers that were sent',
    lines: 'Lines of lists of drivers',
    linesNote: ' Its file has the cells of the list, to be corrected and sent again.',
    start:
      'Whoever has registered by then is left out, so that an import may be repeated and lists may overlap. Nobody is texted.',
  },
});
export const { mapping: DriverMapping, suggestion: SuggestedDriverMapping, record: DriverImport } = driverImports;
export type DriverMapping = z.output<typeof DriverMapping>;
export type SuggestedDriverMapping = z.output<typeof SuggestedDriverMapping>;
export type DriverImport = z.output<typeof DriverImport>;
export type DriverLine = z.output<typeof driverImports.lines.row>;

/** The filters of lines whose list was imported, in words of after it. */
export const importedLineFilters = { ...driverImports.lines.filters, outcome: outcomeFilter(IMPORTED_LABELS) };

export const previewTakeBack = endpoint('GET /driver_imports/:id/take_back', 'drivers.remove', {
  summary: 'How many drivers of an import would be removed if it were taken back, and how many stay and why',
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found'],
  answer: TakeBackPreview,
});

export const takeBackDriverImport = endpoint('POST /driver_imports/:id/take_back', 'drivers.remove', {
  summary: 'Remove the drivers of an import whom nobody has touched since; it goes on by itself',
  description: 'Each is asked anew as it is removed. Staff can restore each of them, as any removed driver.',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { reason: 'The wrong list.' },
  body: DriverRemoval,
  created: Done,
});

export const driverImportEndpoints = {
  ...importEndpoints('DriverImport', driverImports, 'startDriverImport'),
  previewTakeBack,
  takeBackDriverImport,
};
