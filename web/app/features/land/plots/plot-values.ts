import {
  type BodyOf,
  type BoundaryGiven,
  type changePlot,
  type LonLat,
  NewPlot,
  PlotChange,
  type PlotGrid,
  type PlotRecord,
  type PointOrder,
  type readPlotBoundary,
} from '@banbo/contract';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** The ways in which a boundary is given; `keep` leaves that of a known plot, `none` has none. */
export type BoundaryWay = 'keep' | 'none' | 'plan' | 'geojson' | 'draw';

/** The form's values. What was typed for one way stays while another one is looked at. */
export type PlotValues = {
  zone_id: string;
  block: string;
  plot_number: string;
  land_use: string;
  owner_kind: string;
  owner_name: string;
  area: string;
  area_unit: string;
  note: string;
  way: string;
  plan_text: string;
  geojson: string;
  /** The corners as JSON. */
  drawn: string;
  grid: string;
  order: string;
  accepts_overlap: boolean;
  reason: string;
  boundary: string;
};

export const EMPTY_PLOT: PlotValues = {
  ...{ zone_id: '', block: '', plot_number: '', land_use: 'residential', owner_kind: 'stool', owner_name: '' },
  ...{ area: '', area_unit: 'acres', note: '', way: 'plan', plan_text: '', geojson: '', drawn: '[]' },
  ...{ grid: '', order: '', accepts_overlap: false, reason: '', boundary: '' },
};

export const valuesOfPlot = (plot: PlotRecord): PlotValues => ({
  ...EMPTY_PLOT,
  ...{ zone_id: plot.zone_id, block: plot.block, plot_number: plot.plot_number, owner_name: plot.owner_name },
  ...{ land_use: plot.land_use, owner_kind: plot.owner_kind, note: plot.note },
  area: plot.plan_acres === null ? '' : String(plot.plan_acres),
  way: plot.has_boundary ? 'keep' : 'none',
  plan_text: plot.survey?.text ?? '',
  ...{ grid: plot.survey?.grid ?? '', order: plot.survey?.order ?? '' },
});

export const cornersOfDrawn = (drawn: string): LonLat[] => JSON.parse(drawn) as LonLat[];

/** Seven decimals of a degree are a centimetre. */
export const withDrawnCorner = (drawn: string, [lon, lat]: LonLat): string =>
  JSON.stringify([...cornersOfDrawn(drawn), [Number(lon.toFixed(7)), Number(lat.toFixed(7))]]);

export const withoutLastCorner = (drawn: string): string => JSON.stringify(cornersOfDrawn(drawn).slice(0, -1));

const geojsonOf = (corners: readonly LonLat[]): string =>
  JSON.stringify({ type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)]] });

/** The boundary to send; null for none, undefined where nothing can be read yet or it stays. */
export const boundaryOfForm = (values: PlotValues): BoundaryGiven | null | undefined => {
  const { way, plan_text, geojson, drawn, grid, order } = values;
  if (way === 'none') return null;
  const read = {
    ...(grid !== '' && { grid: grid as PlotGrid }),
    ...(order !== '' && { order: order as PointOrder }),
  };
  if (way === 'plan' && plan_text.trim() !== '') return { plan_text, ...read };
  if (way === 'geojson' && geojson.trim() !== '') return { geojson, ...read };
  const corners = cornersOfDrawn(drawn);
  if (way === 'draw' && corners.length >= 3) return { geojson: geojsonOf(corners) };
  return undefined;
};

const planAreaOf = ({ area, area_unit }: PlotValues) =>
  area.trim() === '' ? null : { value: area.trim(), unit: area_unit as 'acres' | 'hectares' | 'sqm' };

/** The call that reads the boundary as it is typed; null where nothing can be read yet. */
export const readingOf = (values: PlotValues, plotId: string | null): BodyOf<typeof readPlotBoundary> | null => {
  const boundary = boundaryOfForm(values);
  if (!boundary) return null;
  const { zone_id } = values;
  const area = planAreaOf(values);
  const isArea = checkBy(NewPlot.shape.plan_area)(area);
  return {
    ...boundary,
    ...(Object.keys(isArea).length === 0 && { plan_area: area }),
    ...(zone_id !== '' && { zone_id }),
    ...(plotId !== null && { plot_id: plotId }),
  };
};

const factsOfForm = (values: PlotValues) => ({
  ...{ zone_id: values.zone_id, block: values.block, plot_number: values.plot_number, note: values.note },
  land_use: values.land_use as PlotRecord['land_use'],
  owner_kind: values.owner_kind as PlotRecord['owner_kind'],
  owner_name: values.owner_name,
});

export const newPlotBody = (values: PlotValues) => ({
  ...factsOfForm(values),
  plan_area: planAreaOf(values),
  boundary: boundaryOfForm(values) ?? null,
  accepts_overlap: values.accepts_overlap,
});

export const plotChangeBody = (values: PlotValues, plot: PlotRecord): BodyOf<typeof changePlot> => {
  const first = valuesOfPlot(plot);
  const boundary = values.way === 'keep' ? undefined : boundaryOfForm(values);
  return {
    ...factsOfForm(values),
    // The acres of a plan are rounded, so they are sent only where somebody changed them.
    ...((values.area !== first.area || values.area_unit !== first.area_unit) && { plan_area: planAreaOf(values) }),
    ...(boundary !== undefined && { boundary }),
    ...(values.reason.trim() !== '' && { reason: values.reason }),
    ...{ accepts_overlap: values.accepts_overlap, version: plot.version },
  };
};

const MISSING = {
  plan: 'Please paste the surveyor’s table, or choose another way.',
  geojson: 'Please paste the shape or choose its file, or choose another way.',
  draw: 'Please set at least three corners on the map, or choose another way.',
} as const;

/** The errors of the form, the area's at its own field. */
export const checkPlotForm = (values: PlotValues, plot: PlotRecord | null): FieldErrors => {
  const errors: Record<string, string | undefined> = {
    ...(plot ? checkBy(PlotChange)(plotChangeBody(values, plot)) : checkBy(NewPlot)(newPlotBody(values))),
  };
  const { plan_area, ...others } = errors;
  const way = values.way as BoundaryWay;
  const isMissing = way !== 'keep' && way !== 'none' && boundaryOfForm(values) === undefined;
  return {
    ...others,
    ...(plan_area !== undefined && { area: plan_area }),
    ...(isMissing && { boundary: MISSING[way] }),
  } as FieldErrors;
};
