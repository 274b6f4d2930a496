import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import {
  chosenOnce,
  defineImport,
  eachField,
  ImportProgress,
  importEndpoints,
  outcomeFilter,
} from '../common/imports.ts';
import { columnOf } from '../common/lists/define-list.ts';
import { Reason } from '../messages/reason.ts';
import { PLOT_GRIDS, POINT_ORDERS } from './boundaries.ts';
import { PlanArea } from './plots.ts';
import { LAND_USES, OWNER_KINDS } from './words.ts';

const endpoint = endpointsOf('land');

/** The parts of a line of a register: a plot, and where it says so who holds it and how. */
export const LAND_LINE_PARTS = {
  plot: {
    zone: 'Zone',
    block: 'Block',
    plot_number: 'Plot number',
    land_use: 'Use',
    owner_kind: 'Owner’s kind',
    owner_name: 'Owner’s name',
    plan_area: 'Size',
    boundary: 'Boundary',
  },
  tenant: {
    tenant_code: 'Tenant code',
    tenant_name: 'Tenant',
    first_name: 'First name',
    last_name: 'Last name',
    organisation: 'Organisation',
    tenant_kind: 'Person or organisation',
    foreign_share: 'Foreign share (%)',
    contact_number: 'Contact number',
    other_number: 'Other number',
    nationality: 'Nationality',
    identification_type: 'ID type',
    id_number: 'ID number',
    gender: 'Gender',
    date_of_birth: 'Date of birth',
    email: 'Email',
    postal_address: 'Postal address',
    gps_address: 'GPS address',
  },
  tenancy: {
    indenture_number: 'Indenture number',
    commencement: 'Commencement',
    term_years: 'Term (years)',
    ground_rent: 'Ground rent',
    review_years: 'Rent review (years)',
    review_percent: 'Rent review (%)',
    held_from: 'Held from',
    grantor: 'Grantor',
    grantor_capacity: 'Capacity of the grantor',
    witnesses: 'Witnesses',
  },
  others: {
    next_of_kin: 'Next of kin',
    kin_mobile_number: 'Next of kin mobile number',
    kin_relationship: 'Relationship',
    contact_person: 'Contact person',
    contact_person_number: 'Contact person’s number',
    reference_person: 'Reference person',
    reference_mobile_number: 'Reference mobile number',
  },
} as const;

export const LAND_LINE_LABELS = {
  ...LAND_LINE_PARTS.plot,
  ...LAND_LINE_PARTS.tenant,
  ...LAND_LINE_PARTS.tenancy,
  ...LAND_LINE_PARTS.others,
} as const;
export type LandLineField = keyof typeof LAND_LINE_LABELS;
const FIELDS = Object.keys(LAND_LINE_LABELS) as LandLineField[];

export const MISSING_ZONES_LABELS = { refuse: 'Leave their lines out', add: 'Add them' } as const;
export const MISSING_ZONE_COLUMN = 'Please choose the column of the zone, or name the usual zone below.';

/** The outcomes of lines, in words of before their import. */
const OUTCOME_LABELS = {
  new: 'Will be added',
  remark: 'Will be added, with a remark',
  tenancy: 'Known plot, its tenancy will be added',
  boundary: 'Known, boundary will be added',
  known: 'Known',
  held: 'Plot is held or blocked',
  repeated: 'Twice in this file',
  refused: 'Refused',
} as const;
export type LandLineOutcome = keyof typeof OUTCOME_LABELS;

const IMPORTED_LABELS = {
  ...OUTCOME_LABELS,
  new: 'Added',
  remark: 'Added, with a remark',
  tenancy: 'Known plot, tenancy added',
  boundary: 'Known, boundary added',
} as const;

export const landLineLabel = (outcome: LandLineOutcome, { isImported }: { isImported: boolean }): string =>
  (isImported ? IMPORTED_LABELS : OUTCOME_LABELS)[outcome];

/** How many of each an import makes. `boundaries` are those of plots that were known before. */
export const LandCounts = z.object({
  plots: z.int(),
  tenants: z.int(),
  tenancies: z.int(),
  boundaries: z.int(),
  zones: z.int(),
});
export type LandCounts = z.output<typeof LandCounts>;

/** Why a record of an import stays when the import is taken back, the weightiest first. */
export const LAND_TOUCH_LABELS = {
  applications: 'with an application',
  caveats: 'with a caveat or a case',
  papers: 'with a paper',
  rent: 'with ground rent',
  payments: 'with a payment',
  sign_ins: 'with a sign-in',
  changes: 'changed by staff since',
  tenancies: 'whose tenancy is from elsewhere, has ended, or stays as well',
} as const;
export type LandTouch = keyof typeof LAND_TOUCH_LABELS;

const LandTakeBackPreview = z.object({
  records: z.int(),
  /** The records that stay, by the weightiest reason of each. */
  stays: z.array(z.object({ touch: z.enum(Object.keys(LAND_TOUCH_LABELS) as LandTouch[]), records: z.int() })),
});
export type LandTakeBackPreview = z.output<typeof LandTakeBackPreview>;

const nameGiven = z.string().trim().max(60).default('');

export const landImports = defineImport({
  name: 'land-imports',
  noun: 'land_import',
  idKey: 'import_id',
  thing: 'register',
  kind: 'register of land',
  url: '/land_imports',
  access: 'land.write',
  tags: ['land'],
  fields: {
    labels: LAND_LINE_LABELS,
    needed: ['plot_number'],
    days: ['date_of_birth', 'commencement', 'held_from'],
  },
  // The defaults hold where a line says nothing.
  own: {
    name_order: z.enum(['first', 'last']),
    missing_zones: z.enum(['refuse', 'add']),
    default_zone: nameGiven,
    default_land_use: z.enum(['', ...LAND_USES]).default(''),
    default_owner_kind: z.enum(['', ...OWNER_KINDS]).default(''),
    default_owner_name: z.string().trim().max(120).default(''),
    default_nationality: nameGiven,
    size_unit: PlanArea.shape.unit,
    /** Of a boundary that is a list of coordinates or WKT; GeoJSON is in degrees. */
    grid: z.enum(PLOT_GRIDS),
    point_order: z.enum(POINT_ORDERS),
  },
  rules: [
    [({ zone, default_zone }) => zone !== null || default_zone !== '', 'zone', MISSING_ZONE_COLUMN],
    chosenOnce(FIELDS),
  ],
  outcomes: OUTCOME_LABELS,
  takes: ['new', 'remark', 'tenancy', 'boundary'],
  counted: {},
  row: { ...LandCounts.shape, taken_back: z.int() },
  columns: [
    columnOf('plots', 'Plots Added', 'number'),
    columnOf('tenants', 'Tenants Added', 'number'),
    columnOf('tenancies', 'Tenancies Added', 'number'),
    columnOf('taken_back', 'Taken Back', 'number'),
  ],
  record: {
    /** Of the check: how many the import would make. Null before it. */
    ahead: LandCounts.nullable(),
    /** How far taking back the import is, and what it came to; null before the first. */
    taken_back: z
      .object({
        /** `failed` stopped on its way and can be begun again. */
        status: z.enum(['running', 'done', 'failed']),
        /** Plots, tenants, tenancies and boundaries that all takings back removed. */
        records: z.int(),
        ended_at: Instant.nullable(),
        progress: ImportProgress.nullable(),
      })
      .nullable(),
  },
  line: {
    is_imported: z.boolean(),
    plot: z.string(),
    tenant: z.string(),
    /** The cells of the chosen columns as the file has them; empty without one. */
    cells: z.object(eachField(LAND_LINE_LABELS, () => z.string())),
    /** The plot that was known or made; null where there is none, or not any more. */
    plot_id: Id.nullable(),
    tenant_id: Id.nullable(),
  },
  lineColumns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    {
      ...{ key: 'outcome', header: 'Outcome', kind: 'text' },
      value: ({ outcome, is_imported }) => landLineLabel(outcome, { isImported: is_imported }),
    },
    columnOf('reason', 'Why'),
    // Under names that the import understands when the file is sent again.
    ...FIELDS.map((key) => ({
      ...{ key, header: LAND_LINE_LABELS[key], kind: 'text' as const },
      value: ({ cells }: { cells: Record<LandLineField, string> }) => cells[key],
    })),
  ],
  uploadsAnHour: 60,
  texts: {
    list: 'Registers of land that were sent',
    lines: 'Lines of registers of land',
    linesNote: ' Its file has the cells of the register, to be corrected and sent again.',
    start:
      'Plots and tenancies that are known by then are left out, so that an import may be repeated. Nobody is texted.',
  },
});
export const { mapping: LandMapping, suggestion: SuggestedLandMapping, record: LandImport } = landImports;
export type LandMapping = z.output<typeof LandMapping>;
export type SuggestedLandMapping = z.output<typeof SuggestedLandMapping>;
export type LandImport = z.output<typeof LandImport>;
export type LandLine = z.output<typeof landImports.lines.row>;

/** The filters of lines whose register was imported, in words of after it. */
export const importedLandFilters = { ...landImports.lines.filters, outcome: outcomeFilter(IMPORTED_LABELS) };

export const LandTakeBack = z.strictObject({ reason: Reason });

export const previewLandTakeBack = endpoint('GET /land_imports/:id/take_back', 'land.write', {
  summary: 'How many records of a register would be removed if it were taken back, and how many stay and why',
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found'],
  answer: LandTakeBackPreview,
});

export const takeBackLandImport = endpoint('POST /land_imports/:id/take_back', 'land.write', {
  summary: 'Remove the plots, tenants and tenancies of a register that nobody has touched since; it goes on by itself',
  description: 'Each is asked anew as it is removed. Boundaries that it added to known plots are taken away as well.',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { reason: 'The wrong register.' },
  body: LandTakeBack,
  created: Done,
});

export const landImportEndpoints = {
  ...importEndpoints('LandImport', landImports, 'startLandImport'),
  previewLandTakeBack,
  takeBackLandImport,
};
