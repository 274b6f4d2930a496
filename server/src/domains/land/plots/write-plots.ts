import { type BoundaryGiven, type NewPlot, type PlotChange, plotName, type Ring } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedReference, violatedUnique, withSavepoint } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import { overlapsOfNew } from './land-around.ts';
import { plotUses } from './plot-record.repo.ts';
import { holdBoundaries, polygonText, shapeOfPlot } from './plot-shapes.repo.ts';
import { insertPlot, lockPlot, type Plot, plotFacts, removePlot, updatePlot, zoneById } from './plots.repo.ts';
import { farFromItsZone, planAreaInSqm, readGivenBoundary } from './read-given-boundary.ts';
import { removeSitePlans } from './site-plans.repo.ts';
import { storedSurvey } from './stored-survey.repo.ts';

type Asking = { id: string; by: Caller; now: Date };

/** The kind of a plot in the audit log, and one in plain words. */
export const PLOT_NOUN = 'plot';

/** The columns of a boundary, null where the plot has none. */
type BoundaryColumns = {
  shape: string | null;
  boundary: string | null;
  survey: string | null;
  closure: string | null;
  closure_ratio: number | null;
  area_sqm: string | null;
};

const NO_BOUNDARY: BoundaryColumns = {
  ...{ shape: null, boundary: null, survey: null, closure: null, closure_ratio: null, area_sqm: null },
};

type Bounded = {
  given: BoundaryGiven;
  plan_area_sqm: string | null;
  zoneId: string;
  /** The plot whose boundary it becomes; null for a new one. */
  plotId: string | null;
  accepts: boolean;
};

/** Overlaps that a sentence names. */
const NAMED = 10;

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Reads a boundary to be stored, and the overlaps that a person has accepted, in words. Refused
 * with 400 where it cannot be read, and with 422 `refused` where it overlaps others and nobody has
 * accepted that.
 */
const boundaryToStore = async (
  tx: Tx,
  { given, plan_area_sqm, zoneId, plotId, accepts }: Bounded,
): Promise<{ columns: BoundaryColumns; overlaps: string }> => {
  const reading = await readGivenBoundary(tx, given, { plan_area_sqm, zoneId, exceptId: plotId });
  const { ring, survey, closure, area_sqm, metres, choices } = reading;
  if (choices.length > 0) {
    throw refusalAt(
      'invalid_input',
      'boundary',
      'The numbers can be read in several ways. Please choose the right one.',
    );
  }
  await holdBoundaries(tx);
  const found = await overlapsOfNew(tx, metres, plotId);
  const named = found.slice(0, NAMED).map((plot) => `${plot.shared_sqm?.toFixed(2)} m² with ${plotName(plot)}`);
  const more = found.length - named.length;
  const overlaps = `${named.join('; ')}${more > 0 ? `; and land of ${more} more` : ''}`;
  if (found.length > 0 && !accepts) {
    const message = `This boundary shares ${overlaps}. Please look at the map, and confirm it if it is right all the same.`;
    throw refusalAt('refused', 'accepts_overlap', message);
  }
  const columns = {
    ...{ shape: polygonText(metres), boundary: JSON.stringify(ring), closure: asJson(closure) },
    survey: asJson(survey && storedSurvey(survey, ring)),
    ...{ closure_ratio: closure?.ratio ?? null, area_sqm: area_sqm.toFixed(2) },
  };
  return { columns, overlaps };
};

const wrongZone = (): Refusal => refusalAt('invalid_input', 'zone_id', 'There is no such zone. Please choose another.');

/** Stores, or says in words that the zone has such a plot, or that there is no such zone. */
const storing = async <T>(
  tx: Tx,
  { zone_id, block, plot_number }: Pick<Plot, 'zone_id' | 'block' | 'plot_number'>,
  store: (zone: string) => Promise<T>,
): Promise<T> => {
  const zone = (await zoneById(tx, zone_id))?.zone;
  if (zone === undefined) throw wrongZone();
  try {
    return await withSavepoint(tx, () => store(zone));
  } catch (error) {
    if (violatedReference(error) === 'plots_zone_id_fkey') throw wrongZone();
    if (violatedUnique(error) !== 'plots_name') throw error;
    const message = `${plotName({ zone, block, plot_number })} is in the list already.`;
    throw refusalAt('conflict', 'plot_number', message);
  }
};

type Facts = { [Name in 'block' | 'plot_number' | 'owner_name']?: string | undefined };

/** Names as they are stored. */
const inUppercase = <Given extends Facts>(given: Given): Given => ({
  ...given,
  ...(given.block !== undefined && { block: upper(given.block) }),
  ...(given.plot_number !== undefined && { plot_number: upper(given.plot_number) }),
  ...(given.owner_name !== undefined && { owner_name: upper(given.owner_name) }),
});

/** A ring as the audit log keeps it. */
const ringText = (ring: Ring | null): string | null => (ring === null ? null : JSON.stringify(ring));

/** A message about a stored plot, with a sentence where it lies far from its zone. */
const withCaution = async (tx: Tx, message: string, plot: Pick<Plot, 'id' | 'zone_id'>): Promise<string> => {
  const shape = await shapeOfPlot(tx, plot.id);
  const far = shape && (await farFromItsZone(tx, shape, plot));
  return far ? `${message} ${far}` : message;
};

/**
 * Adds a plot. Refused with 409 `conflict` where the zone has it, with 400 for a boundary that
 * cannot be read or a zone that is not there, with 422 `refused` for an overlap nobody accepted.
 */
export const addPlot = async (
  tx: Tx,
  { body, by, now }: { body: NewPlot; by: Caller; now: Date },
): Promise<{ message: string; id: string }> => {
  const { plan_area, boundary, accepts_overlap, ...given } = body;
  const facts = inUppercase(given);
  const plan_area_sqm = plan_area === null ? null : planAreaInSqm(plan_area);
  const reading = { plan_area_sqm, zoneId: facts.zone_id, plotId: null, accepts: accepts_overlap };
  const { columns, overlaps } =
    boundary === null
      ? { columns: NO_BOUNDARY, overlaps: '' }
      : await boundaryToStore(tx, { given: boundary, ...reading });
  const row = { ...facts, plan_area_sqm, ...columns, added_by: by.accountId, added_at: now };
  return storing(tx, facts, async (zone) => {
    const id = await insertPlot(tx, row);
    const name = plotName({ zone, ...facts });
    const { area_sqm, boundary: ring } = columns;
    const { zone_id: _, ...told } = facts;
    const after = { zone, ...told, plan_area_sqm, area_sqm, boundary: ring, ...(overlaps && { overlaps }) };
    await audit(tx, by, { action: 'plots.add', subject: { kind: PLOT_NOUN, id, name }, after }, now);
    return { message: await withCaution(tx, `${name} is added.`, { id, zone_id: facts.zone_id }), id };
  });
};

const CHANGED = 'Somebody else has changed this plot since you opened it. Look at it again, then save your change.';

/** True where somebody holds the plot now. */
const isHeld = async (tx: Tx, id: string): Promise<boolean> => (await plotFacts(tx, [id])).get(id)?.tenant_id != null;

/** The columns of a changed boundary; none where the change leaves it. */
const changedBoundary = async (
  tx: Tx,
  plot: Plot,
  { boundary, accepts_overlap, reason, ...given }: PlotChange & { plan_area_sqm: string | null },
): Promise<{ columns: Partial<BoundaryColumns>; overlaps: string }> => {
  if (boundary === undefined || (boundary === null && plot.boundary === null)) return { columns: {}, overlaps: '' };
  if (reason === undefined && (await isHeld(tx, plot.id))) {
    throw refusalAt('refused', 'reason', 'Somebody holds this plot. Please say why its boundary changes.');
  }
  if (boundary === null) return { columns: NO_BOUNDARY, overlaps: '' };
  const { plan_area_sqm, zone_id: zoneId = plot.zone_id } = given;
  return boundaryToStore(tx, {
    ...{ given: boundary, plan_area_sqm, zoneId },
    ...{ plotId: plot.id, accepts: accepts_overlap },
  });
};

/** The name of a zone, for the log. */
const zoneName = async (tx: Tx, id: string): Promise<string> => (await zoneById(tx, id))?.zone ?? '';

/**
 * Changes a plot; what stays the same is not in the log. Refused with 409 `conflict` where somebody
 * changed it since the version, with 422 `refused` for an overlap that nobody accepted or a changed
 * boundary of a plot that is held without a reason, and otherwise as adding is.
 */
export const changePlot = async (tx: Tx, { id, body, by, now }: Asking & { body: PlotChange }): Promise<string> => {
  const plot = await lockPlot(tx, id);
  if (plot.version !== body.version) throw new Refusal('conflict', CHANGED);
  const { plan_area, boundary: _, accepts_overlap: __, version: ___, reason, ...given } = body;
  const plan_area_sqm =
    plan_area === undefined ? plot.plan_area_sqm : plan_area === null ? null : planAreaInSqm(plan_area);
  const { columns, overlaps } = await changedBoundary(tx, plot, { ...body, plan_area_sqm });
  const facts = { ...inUppercase(given), plan_area_sqm };
  const changed = Object.fromEntries(
    Object.entries(facts).filter(([name, value]) => value !== undefined && value !== plot[name as keyof Plot]),
  );
  const name = { block: plot.block, plot_number: plot.plot_number, zone_id: plot.zone_id, ...changed };
  return storing(tx, name, async (zone) => {
    const called = plotName({ ...name, zone });
    if (Object.keys({ ...changed, ...columns }).length === 0) return `${called} stays as it was.`;
    await updatePlot(tx, id, { ...changed, ...columns });
    const told = (values: Record<string, unknown>, ring: string | null) => {
      const { zone_id: ____, ...others } = values;
      return { ...others, ...('boundary' in columns && { boundary: ring }) };
    };
    const was = Object.fromEntries(Object.keys(changed).map((field) => [field, plot[field as keyof Plot]]));
    const moved = 'zone_id' in changed;
    const before = {
      ...told(was, ringText(plot.boundary)),
      ...(moved && { zone: await zoneName(tx, plot.zone_id) }),
      ...('area_sqm' in columns && { area_sqm: plot.area_sqm }),
    };
    const after = {
      ...told(changed, columns.boundary ?? null),
      ...(moved && { zone }),
      ...('area_sqm' in columns && { area_sqm: columns.area_sqm }),
      ...(overlaps && { overlaps }),
      ...(reason !== undefined && { reason }),
    };
    await audit(tx, by, { action: 'plots.change', subject: { kind: PLOT_NOUN, id, name: called }, before, after }, now);
    const message = `${called} is changed.`;
    return moved || 'shape' in columns ? withCaution(tx, message, { id, zone_id: name.zone_id }) : message;
  });
};

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

const inWords = new Intl.ListFormat('en-GB');

/** Deletes a plot. Refused with 409 `conflict` where tenancies, applications or caveats name it. */
export const deletePlot = async (tx: Tx, { id, by, now }: Asking): Promise<string> => {
  const plot = await lockPlot(tx, id);
  const name = plotName({ ...plot, zone: await zoneName(tx, plot.zone_id) });
  const { tenancies, applications, caveats } = await plotUses(tx, id);
  const uses = [
    ...counted(tenancies, 'tenancy', 'tenancies'),
    ...counted(applications, 'application', 'applications'),
    ...counted(caveats, 'caveat', 'caveats'),
  ];
  if (uses.length > 0) {
    throw new Refusal('conflict', `${name} has ${inWords.format(uses)}, so it stays in the list.`);
  }
  await removeSitePlans(tx, id);
  await removePlot(tx, id);
  const { block, plot_number, land_use, owner_kind, owner_name, area_sqm } = plot;
  const before = { block, plot_number, land_use, owner_kind, owner_name, area_sqm, boundary: ringText(plot.boundary) };
  await audit(tx, by, { action: 'plots.delete', subject: { kind: PLOT_NOUN, id, name }, before }, now);
  return `${name} is deleted.`;
};
