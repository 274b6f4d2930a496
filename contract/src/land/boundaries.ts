import { z } from 'zod';

/** The most points of a boundary, of which a large farm along a stream has some hundreds. */
export const MOST_BOUNDARY_POINTS = 1_000;

/** The most characters of a pasted plan: a line of 100 for each point. */
export const MOST_PLAN_TEXT = 100_000;

/** Longitude and latitude in degrees of WGS84, in the order of GeoJSON. */
export const LonLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
export type LonLat = z.infer<typeof LonLat>;

/** A boundary as RFC 7946 has it: anticlockwise, and its last point repeats the first. */
export const Ring = z
  .array(LonLat)
  .min(4)
  .max(MOST_BOUNDARY_POINTS + 1);
export type Ring = z.infer<typeof Ring>;

/** The systems in which plans of Ghana give their points; since 2009 most are in UTM. */
export const PLOT_GRIDS = ['gold_coast_feet', 'ghana_metres', 'utm_30', 'utm_31', 'degrees'] as const;
export type PlotGrid = (typeof PLOT_GRIDS)[number];

export const PLOT_GRID_LABELS: Readonly<Record<PlotGrid, string>> = {
  gold_coast_feet: 'Gold Coast feet (EPSG:2136)',
  ghana_metres: 'Ghana metres (EPSG:25000)',
  utm_30: 'UTM zone 30N (EPSG:32630)',
  utm_31: 'UTM zone 31N (EPSG:32631)',
  degrees: 'Degrees (WGS84)',
};

/** Which of a point’s two numbers comes first. Of degrees, east is the longitude. */
export const POINT_ORDERS = ['east_north', 'north_east'] as const;
export type PointOrder = (typeof POINT_ORDERS)[number];

export const POINT_ORDER_LABELS: Readonly<Record<PointOrder, string>> = {
  east_north: 'East, then north',
  north_east: 'North, then east',
};

/** A line of a plan. Everything is text as the surveyor wrote it. */
export const PlanPoint = z.object({
  /** Empty where the plan names no points. */
  name: z.string(),
  first: z.string(),
  second: z.string(),
  bearing: z.string().optional(),
  distance: z.string().optional(),
});
export type PlanPoint = z.infer<typeof PlanPoint>;

/** A surveyor's plan, kept as written beside the boundary that was read from it. */
export const SurveyRecord = z.object({
  text: z.string().max(MOST_PLAN_TEXT),
  grid: z.enum(PLOT_GRIDS),
  order: z.enum(POINT_ORDERS),
  points: z.array(PlanPoint),
});
export type SurveyRecord = z.infer<typeof SurveyRecord>;

export const PlanClosure = z.object({
  /** Metres between the end of the plan's figure and its beginning. */
  misclosure_m: z.number(),
  /** N of 1:N, the misclosure to the way around; null where it closes exactly. */
  ratio: z.number().int().nullable(),
  is_good: z.boolean(),
});
export type PlanClosure = z.infer<typeof PlanClosure>;

export const PlanAreaCheck = z.object({
  given_sqm: z.number(),
  /** By how much the computed area is larger; negative where it is smaller. */
  difference_percent: z.number(),
  fits: z.boolean(),
});
export type PlanAreaCheck = z.infer<typeof PlanAreaCheck>;

/** One of several readings of a plan's numbers, and where it puts the plot. */
export const BoundaryChoice = z.object({
  grid: z.enum(PLOT_GRIDS),
  order: z.enum(POINT_ORDERS),
  /** The first point, so read. */
  place: LonLat,
  /** Metres from there to the plots of the zone; null where it has none or none is chosen. */
  away_m: z.number().nullable(),
});
export type BoundaryChoice = z.infer<typeof BoundaryChoice>;

/** A boundary as it was read, with its measures and everything that a person should look at. */
export const BoundaryReading = z.object({
  ring: Ring,
  /** Null where the boundary was not read from a plan's text. */
  survey: SurveyRecord.nullable(),
  area_sqm: z.number(),
  acres: z.number(),
  hectares: z.number(),
  perimeter_m: z.number(),
  /** Null where the plan has nothing to close. */
  closure: PlanClosure.nullable(),
  /** Null where no area is given. */
  plan_area: PlanAreaCheck.nullable(),
  warnings: z.array(z.string()),
  /** Where a person must choose, the possible readings, the one taken first; else empty. */
  choices: z.array(BoundaryChoice),
});
export type BoundaryReading = z.infer<typeof BoundaryReading>;
