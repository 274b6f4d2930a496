import { z } from 'zod';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../books/attachments.ts';
import { Done, endpointsOf, resource } from '../common/endpoint.ts';
import { Day, Id, Instant, MoneySum, optionalLine, shortText } from '../common/fields.ts';
import { isPlainProse, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import {
  BoundaryReading,
  LonLat,
  MOST_PLAN_TEXT,
  PLOT_GRIDS,
  PlanAreaCheck,
  PlanClosure,
  POINT_ORDERS,
  Ring,
  SurveyRecord,
} from './boundaries.ts';
import { CaseOfPlot } from './case-list.ts';
import { PLOT_STATES, PlotRow, plotList } from './plot-list.ts';
import { APPLICATION_KINDS, LAND_USES, OWNER_KINDS, TENANCY_HOW_LABELS, type TenancyHow } from './words.ts';

const endpoint = endpointsOf('land');

/** Kinds of claims that may stand against a plot. */
export const CAVEAT_KIND_LABELS = {
  caveat: 'Caveat',
  lis_pendens: 'Notice of a suit',
  injunction: 'Injunction',
  court_case: 'Court case',
} as const;
export type CaveatKind = keyof typeof CAVEAT_KIND_LABELS;
export const CAVEAT_KINDS = Object.keys(CAVEAT_KIND_LABELS) as [CaveatKind, ...CaveatKind[]];

const ONE_BOUNDARY = 'Please give one boundary alone: a plan, GeoJSON, WKT or KML.';

const boundaryFields = {
  /** The surveyor’s table, WKT or KML, as it was pasted. */
  plan_text: z.string().max(MOST_PLAN_TEXT, 'This text is too long for a plan of one plot.').optional(),
  /** GeoJSON, in degrees of WGS84 unless it or `grid` says otherwise; WKT and KML as well. */
  geojson: z.string().max(MOST_PLAN_TEXT, 'This text is too long for one plot.').optional(),
  /** Chosen by a person where the numbers could be read in two ways. */
  grid: z.enum(PLOT_GRIDS).optional(),
  order: z.enum(POINT_ORDERS).optional(),
};
const isOne = ({ plan_text, geojson }: { plan_text?: unknown; geojson?: unknown }): boolean =>
  (plan_text === undefined) !== (geojson === undefined);

/** A boundary as a person gives it, before it is read. */
export const BoundaryGiven = z.strictObject(boundaryFields).refine(isOne, ONE_BOUNDARY);
export type BoundaryGiven = z.infer<typeof BoundaryGiven>;

export const AREA_UNIT_LABELS = { acres: 'acres', hectares: 'hectares', sqm: 'm²' } as const;
export type AreaUnit = keyof typeof AREA_UNIT_LABELS;
const AREA_UNITS = Object.keys(AREA_UNIT_LABELS) as [AreaUnit, ...AreaUnit[]];
const WRONG_AREA = 'Give the area as the plan says it, like 0.16.';

/** The size that a site plan states: digits with at most four decimals, and their unit. */
export const PlanArea = z.strictObject({
  value: z
    .string()
    .trim()
    .regex(/^\d{1,9}(?:\.\d{1,4})?$/, WRONG_AREA)
    .refine((text) => Number(text) > 0, 'An area is more than 0.'),
  unit: z.enum(AREA_UNITS, 'Please choose acres, hectares or square metres.'),
});
export type PlanArea = z.infer<typeof PlanArea>;

const MISSING_ZONE = 'Please choose the zone.';

const fields = {
  zone_id: z.string(MISSING_ZONE).min(1, { error: MISSING_ZONE, abort: true }).pipe(Id),
  block: optionalLine('block', 20),
  plot_number: shortText('plot number', 20),
  land_use: z.enum(LAND_USES, 'Please choose the use.'),
  owner_kind: z.enum(OWNER_KINDS, 'Please choose stool, skin, clan or family.'),
  owner_name: shortText('name of the stool, skin, clan or family', 120),
  plan_area: PlanArea.nullable(),
  note: z
    .string()
    .trim()
    .max(1_000, 'The note has at most 1,000 characters.')
    .refine(isPlainProse, unseenIn('The note')),
  boundary: BoundaryGiven.nullable(),
};

export const NewPlot = z.strictObject({
  ...fields,
  block: fields.block.default(''),
  plan_area: fields.plan_area.default(null),
  note: fields.note.default(''),
  boundary: fields.boundary.default(null),
  /** True once a person has seen on the map what it overlaps. */
  accepts_overlap: z.boolean().default(false),
});
export type NewPlot = z.infer<typeof NewPlot>;

/** The fields that a person changes; others stay. A boundary of null is taken away. */
export const PlotChange = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    accepts_overlap: z.boolean().default(false),
    /** The version that the change was made from. */
    version: z.int().min(1),
    /** Needed where somebody holds the plot and its boundary changes. */
    reason: Reason.optional(),
  })
  .refine(
    (given) => Object.keys(fields).some((name) => given[name as keyof typeof given] !== undefined),
    'Please give a field to change.',
  );
export type PlotChange = z.infer<typeof PlotChange>;

/** Another plot, as a map draws it. */
export const DrawnPlot = z.object({
  id: Id,
  zone: z.string(),
  block: z.string(),
  plot_number: z.string(),
  state: z.enum(PLOT_STATES),
  boundary: Ring,
});
export type DrawnPlot = z.infer<typeof DrawnPlot>;

/** A plot that shares land with the boundary, and the pieces that both have. */
export const PlotOverlap = DrawnPlot.extend({
  /** Square metres; null where the boundaries cross too often to be measured. */
  shared_sqm: z.number().nullable(),
  /** Closed rings. One has the corners of both boundaries and each point where they cross. */
  pieces: z.array(z.array(LonLat).min(4)),
});
export type PlotOverlap = z.infer<typeof PlotOverlap>;

/** The plots around a boundary, as far as one answer can draw them. */
export const LandAround = z.object({
  /**
   * Those that are not measured, then those above what two surveys of one fence differ by, the
   * largest first; at most 200.
   */
  overlaps: z.array(PlotOverlap),
  overlaps_left_out: z.int(),
  /** Small pieces of the overlaps given, where all of them have more than 10,000 points. */
  pieces_left_out: z.int(),
  /** Plots within some 50 m, for drawing; of more than 200, or 20,000 points, the first. */
  neighbours: z.array(DrawnPlot),
});
export type LandAround = z.infer<typeof LandAround>;

export const BoundaryAsked = z
  .strictObject({
    ...boundaryFields,
    plan_area: PlanArea.nullable().default(null),
    /** The plot whose boundary it would be, which it cannot overlap. */
    plot_id: Id.optional(),
    /** Plots of this zone help to tell which grid and order are meant. */
    zone_id: Id.optional(),
  })
  .refine(isOne, ONE_BOUNDARY);
export type BoundaryAsked = z.infer<typeof BoundaryAsked>;

export const BoundaryRead = BoundaryReading.extend(LandAround.shape);
export type BoundaryRead = z.infer<typeof BoundaryRead>;

export const readPlotBoundary = endpoint('POST /boundary_readings', 'land.write', {
  summary: 'Read a plan’s text or GeoJSON as a boundary, with the plots that it overlaps; nothing is stored',
  description: 'Refused with 400 and a sentence where no boundary can be read.',
  limits: [{ by: 'caller', max: 240, seconds: 60 }],
  body: BoundaryAsked,
  answer: BoundaryRead,
});

/** A claim against a plot, which stands until it is removed. */
export const OpenCaveat = z.object({
  id: Id,
  kind: z.enum(CAVEAT_KINDS),
  /** Empty for a caveat without a suit. */
  suit_number: z.string(),
  about: z.string(),
  placed_on: Day,
  /** The case that placed it; null for one that was placed by itself. */
  case_id: Id.nullable(),
});
export type OpenCaveat = z.infer<typeof OpenCaveat>;

/** A span in which a tenant held the plot. */
export const PlotHolder = z.object({
  id: Id,
  tenant_id: Id,
  tenant_code: z.string(),
  tenant_name: z.string(),
  how: z.enum(Object.keys(TENANCY_HOW_LABELS) as [TenancyHow, ...TenancyHow[]]),
  indenture_number: z.string(),
  held_from: Day,
  /** Null for the current tenant. */
  held_until: Day.nullable(),
  end_reason: z.string().nullable(),
});
export type PlotHolder = z.infer<typeof PlotHolder>;

export const CurrentTenancy = PlotHolder.extend({
  commencement: Day,
  term_years: z.int(),
  /** The first day after the term. */
  ends_on: Day,
  /** A year's. */
  ground_rent: MoneySum,
});

/** An application that was lodged and is not decided. */
export const OpenApplication = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(APPLICATION_KINDS),
  status: z.enum(['lodged', 'sent_back']),
  lodged_at: Instant,
  due_on: Day,
});
export type OpenApplication = z.infer<typeof OpenApplication>;

export const SitePlan = z.object({
  id: Id,
  file_name: z.string(),
  type: z.enum(ATTACHMENT_TYPES),
  size: z.number().int(),
  added_by: z.string(),
  added_at: Instant,
});
export type SitePlan = z.infer<typeof SitePlan>;

export const PlotRecord = PlotRow.extend({
  /** As the site plan says, with four decimals. */
  plan_acres: z.number().nullable(),
  /** Of the boundary. */
  area_sqm: z.string().nullable(),
  boundary: Ring.nullable(),
  /** The surveyor’s numbers as written; null where the boundary was drawn or given as GeoJSON. */
  survey: SurveyRecord.nullable(),
  closure: PlanClosure.nullable(),
  plan_area: PlanAreaCheck.nullable(),
  /** The sentence about a boundary more than 30 km from another plot of its zone. */
  far_from_zone: z.string().nullable(),
  note: z.string(),
  version: z.int(),
  added_by: z.string().nullable(),
  caveats: z.array(OpenCaveat),
  /** The cases about it, the newest first; at most 50. */
  cases: z.array(CaseOfPlot),
  tenancy: CurrentTenancy.nullable(),
  /** The oldest first, the current one among them. */
  holders: z.array(PlotHolder),
  applications: z.array(OpenApplication),
  /** The newest one. */
  site_plan: SitePlan.nullable(),
  ...LandAround.shape,
});
export type PlotRecord = z.infer<typeof PlotRecord>;

export const {
  show: showPlot,
  add: addPlot,
  change: changePlot,
  remove: deletePlot,
} = resource(
  '/plots',
  'land',
  { read: 'land.read', change: 'land.write' },
  {
    show: {
      summary: 'A plot with its boundary, neighbours, holders, applications and what stands against it',
      errors: ['not_found'],
      answer: PlotRecord,
    },
    add: {
      summary: 'Add a plot, with or without a boundary',
      description:
        'Refused with 409 where the zone has the block and number already, and with 422 `refused` where the boundary overlaps ' +
        'another plot, until `accepts_overlap` says that a person has seen it.',
      errors: ['conflict', 'refused'],
      example: { zone_id: '1', plot_number: '1', land_use: 'residential', owner_kind: 'stool', owner_name: 'Nungua' },
      body: NewPlot,
      created: Done.extend({ id: Id }),
    },
    change: {
      summary: 'Change a plot’s facts or boundary',
      description:
        'Refused with 409 where somebody changed it since the version, and with 422 `refused` for an overlap that is not ' +
        'accepted, or for a boundary of a plot that is held without a reason.',
      errors: ['not_found', 'conflict', 'refused'],
      body: PlotChange,
    },
    remove: {
      summary: 'Delete a plot that no tenancy, application or caveat names',
      errors: ['not_found', 'conflict'],
    },
  },
);

export const addSitePlan = endpoint('POST /plots/:id/site_plan', 'land.write', {
  summary: 'Attach the site plan of a plot as a PDF or a picture; earlier ones are kept',
  description: 'Pictures are stored as JPEG without metadata, PDFs as they are.',
  idempotent: true,
  maxFileBytes: MAX_ATTACHMENT_BYTES,
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found', 'too_large', 'unsupported_media', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
  body: z.strictObject({ file: z.file('Please choose a file.') }),
  created: Done.extend({ id: Id }),
});

export const getSitePlan = endpoint('GET /plots/:id/site_plan', 'land.read', {
  summary: 'The newest site plan of a plot, to be saved',
  errors: ['not_found'],
  file: [...ATTACHMENT_TYPES],
});

export const plotEndpoints = {
  listPlots: plotList.page,
  exportPlots: plotList.file,
  readPlotBoundary,
  showPlot,
  addPlot,
  changePlot,
  deletePlot,
  addSitePlan,
  getSitePlan,
} as const;
