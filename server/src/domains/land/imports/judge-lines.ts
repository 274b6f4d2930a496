import {
  type DayOrder,
  formatDay,
  isCitizen,
  type LandCounts,
  type LandLineOutcome,
  type LandMapping,
  type TenantFields,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { presentOf } from '#lib/values.ts';
import { createYielder, mapYielding } from '#lib/yielder.ts';
import { placesIn } from '../plots/plot-shapes.repo.ts';
import { idKeysOf, knownTenants, namedTenant, type TenantEntry } from './known-tenants.ts';
import { type KnownPlot, plotsNear, plotsOfKeys, tenantsWith } from './land-imports.repo.ts';
import { lineCells } from './line-cells.ts';
import { type BoundedPlot, boundedLines, MOST_NEAR, overlapRemark } from './overlaps-of-lines.ts';
import { placesOfZones } from './places-of-zones.ts';
import { type LineZone, plotKeyOf, type ReadPlot, readPlot, type Zones, zoneFinder } from './read-plot.ts';
import { type PeopleLists, type ReadTenancy, readHolding } from './read-tenancy.ts';

export type LandReading = {
  mapping: LandMapping;
  lists: PeopleLists;
  zones: Zones;
  /** The longest terms in years, by `leaseKey`. */
  lease: ReadonlyMap<string, number>;
  now: Date;
};

export const leaseKey = (isOfCitizen: boolean, use: string): string => `${isOfCitizen} ${use}`;

/** A record that a line makes: the plot, the tenant, the tenancy, and a known plot's boundary. */
export type TakenLine = {
  line: number;
  plot: ReadPlot;
  /** The plot that is known; null for one that the line makes. */
  plot_id: string | null;
  /** `fields` are those of a tenant whom the line makes. */
  holding: { tenant: TenantEntry; fields: TenantFields | null; tenancy: ReadTenancy } | null;
  addsBoundary: boolean;
};

export type JudgedLand = {
  line: number;
  outcome: LandLineOutcome;
  reason: string;
  plot_id: string | null;
  tenant_id: string | null;
  taken: TakenLine | null;
  otherOrder?: DayOrder | undefined;
};

const newEntry = (fields: TenantFields): TenantEntry => ({
  ...fields,
  id: null,
  tenant_code: '',
});

/** Gathers records that the lines of one file make, as its next lines must know them. */
export const landBefore = () => ({
  plots: new Map<string, number>(),
  tenants: knownTenants(),
  bounded: boundedLines(),
  places: placesOfZones(),
  zones: new Set<string>(),
  counts: { plots: 0, tenants: 0, tenancies: 0, boundaries: 0, zones: 0 } satisfies LandCounts,
});
type Before = ReturnType<typeof landBefore>;

const zoneText = ({ id, key }: Pick<LineZone, 'id' | 'key'>): string => id ?? key;

const plotText = ({
  zone,
  ...plot
}: {
  zone: Pick<LineZone, 'id' | 'key'>;
  block: string;
  plot_number: string;
}): string => {
  const { block, number } = plotKeyOf(plot);
  return `${zoneText(zone)} ${block} ${number}`;
};

const readLines = (rows: readonly TableRow[], reading: LandReading) => {
  const { mapping, zones, now } = reading;
  const findZone = zoneFinder(zones, mapping.missing_zones === 'add');
  return mapYielding(rows, ({ line, cells }) => {
    const read = lineCells(cells, mapping, now);
    const plot = readPlot(read, mapping, findZone);
    const holding = readHolding(read, reading);
    return { line, plot, holding, problems: read.problems(), otherOrder: read.otherOrder() };
  });
};
type ReadLine = Awaited<ReturnType<typeof readLines>>[number];
type Whole = ReadLine & { plot: ReadPlot };

const isWhole = (read: ReadLine): read is Whole => read.plot !== null && read.problems === '';

/** The keys of plots in zones of the list, as the database compares them. */
const keysOf = (lines: readonly Whole[]) =>
  lines.flatMap(({ plot }) => (plot.zone.id === null ? [] : [{ zone_id: plot.zone.id, ...plotKeyOf(plot) }]));

const knownPlotsOf = async (db: Db, lines: readonly Whole[]): Promise<ReadonlyMap<string, KnownPlot>> => {
  const rows = await plotsOfKeys(db, keysOf(lines));
  return new Map(rows.map((row) => [plotText({ ...row, zone: { id: row.zone_id, key: '' } }), row]));
};

const rememberTenants = async (db: Db, lines: readonly Whole[], { tenants }: Before): Promise<void> => {
  const named = lines.flatMap(({ holding }) => (holding ? [holding.tenant] : []));
  const fields = named.flatMap((tenant) => (tenant.code === null ? [tenant.fields] : []));
  const found = await tenantsWith(db, {
    codes: presentOf(named.map(({ code }) => code)),
    ids: fields.flatMap(({ id_number }) => idKeysOf(id_number)),
    phones: fields.map(({ contact_number }) => contact_number),
  });
  for (const tenant of found) tenants.add(tenant);
};

const rememberPlaces = async (db: Db, lines: readonly Whole[], { places }: Before): Promise<void> => {
  const zones = lines.flatMap(({ plot }) => (plot.boundary && plot.zone.id ? [plot.zone.id] : []));
  const asked = [...new Set(zones)].filter((zone) => !places.has(zone));
  for (const { zone_id, place } of await placesIn(db, asked)) places.add(zone_id, place);
};

/** The plots of this office near the boundaries that lines add, by the lines. */
const nearbyOf = async (db: Db, lines: readonly Whole[], known: ReadonlyMap<string, KnownPlot>) => {
  const asked = lines.flatMap(({ line, plot }) => {
    const knownPlot = known.get(plotText(plot));
    return plot.boundary && !knownPlot?.has_boundary
      ? [{ line, metres: plot.boundary.metres, except: knownPlot?.id ?? null }]
      : [];
  });
  const byLine = new Map<number, BoundedPlot[]>();
  for (const { line, ...plot } of await plotsNear(db, asked, MOST_NEAR)) {
    const near = byLine.get(line);
    if (near) near.push(plot);
    else byLine.set(line, [plot]);
  }
  return byLine;
};

/** Why nobody can be given a known plot; null for a free one. */
const whyHeld = (plot: KnownPlot, { held_from }: ReadTenancy): string | null => {
  if (plot.tenant_id !== null) {
    const holder = namedTenant({ first_name: plot.first_name ?? '', last_name: plot.last_name ?? '' });
    return `The plot is held by ${holder} (${plot.tenant_code}).`;
  }
  if (plot.is_blocked) return 'A caveat or a case stands against the plot.';
  if (plot.application !== null) return `Application ${plot.application} for the plot is open.`;
  return plot.held_until !== null && plot.held_until > held_from
    ? `Somebody else held the plot until ${formatDay(plot.held_until)}.`
    : null;
};

const indentureKey = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

const isSameTenancy = (plot: KnownPlot, tenant: TenantEntry | null, { indenture_number }: ReadTenancy): boolean =>
  plot.tenant_id !== null && plot.tenant_id === tenant?.id && plot.indenture_key === indentureKey(indenture_number);

const termRemarks = (
  { commencement, term_years }: ReadTenancy,
  tenant: Pick<TenantEntry, 'kind' | 'nationality' | 'foreign_share'>,
  use: string | null,
  { lease, now }: LandReading,
): string[] => {
  const most = lease.get(leaseKey(isCitizen(tenant), use ?? '')) ?? term_years;
  const end = `${Number(commencement.slice(0, 4)) + term_years}${commencement.slice(4)}`;
  return [
    ...(term_years > most ? [`The term is longer than the ${most} years that the rules allow.`] : []),
    ...(end <= today(now) ? ['The term has ended.'] : []),
  ];
};

type Context = {
  reading: LandReading;
  known: ReadonlyMap<string, KnownPlot>;
  near: ReadonlyMap<number, BoundedPlot[]>;
  before: Before;
};

const judgeLine = async (read: ReadLine, { reading, known, near, before }: Context): Promise<JudgedLand> => {
  const { line, otherOrder } = read;
  const judged = (outcome: LandLineOutcome, reason: string, plot_id: string | null = null): JudgedLand => ({
    ...{ line, outcome, reason, plot_id, tenant_id: null, taken: null },
    otherOrder,
  });
  if (!isWhole(read)) return judged('refused', read.problems);
  const { plot, holding } = read;
  const key = plotText(plot);
  const knownPlot = known.get(key);
  const first = before.plots.get(key);
  if (first !== undefined) return judged('repeated', `The same plot as line ${first}.`, knownPlot?.id);
  if (!knownPlot && plot.lacks !== '') return judged('refused', plot.lacks);
  const found = holding && before.tenants.find(holding.tenant);
  if (found && 'problem' in found) return judged('refused', found.problem, knownPlot?.id);
  const isKnownTenancy = Boolean(
    knownPlot && found && holding && isSameTenancy(knownPlot, found.tenant, holding.tenancy),
  );
  const held = knownPlot && holding && !isKnownTenancy ? whyHeld(knownPlot, holding.tenancy) : null;
  if (held !== null) return judged('held', held, knownPlot?.id);
  const addsBoundary = plot.boundary !== null && knownPlot?.has_boundary === false;
  const newHolding = isKnownTenancy ? null : holding;
  if (knownPlot && !newHolding && !addsBoundary)
    return { ...judged('known', '', knownPlot.id), tenant_id: found?.tenant?.id ?? null };

  before.plots.set(key, line);
  const remarks: string[] = [];
  if (plot.zone.id === null && !before.zones.has(plot.zone.key)) remarks.push(`The zone ${plot.zone.zone} is added.`);
  if (plot.boundary && (!knownPlot || addsBoundary)) {
    const { metres, warnings } = plot.boundary;
    const named = { ...plot, zone: plot.zone.zone, metres };
    const overlap = await overlapRemark(metres, [...(near.get(line) ?? []), ...before.bounded.near(metres)]);
    const place = before.places.remark(zoneText(plot.zone), plot.boundary);
    remarks.push(...warnings, ...presentOf([place, overlap]));
    before.bounded.add(named);
  }
  let taken: TakenLine = { line, plot, plot_id: knownPlot?.id ?? null, holding: null, addsBoundary };
  if (newHolding && found) {
    const fields = found.tenant === null ? found.fields : null;
    const tenant = found.tenant === null ? newEntry(found.fields) : found.tenant;
    if (fields) before.tenants.add(tenant);
    remarks.push(...found.remarks);
    remarks.push(...termRemarks(newHolding.tenancy, tenant, knownPlot?.land_use ?? plot.land_use, reading));
    taken = { ...taken, holding: { tenant, fields, tenancy: newHolding.tenancy } };
  }
  count(taken, before);
  if (knownPlot && newHolding && addsBoundary) remarks.unshift('Its boundary is added as well.');
  const ofKnown = newHolding ? 'tenancy' : 'boundary';
  const ofNew = remarks.length > 0 ? 'remark' : 'new';
  return {
    ...judged(knownPlot ? ofKnown : ofNew, remarks.join(' '), knownPlot?.id),
    ...{ tenant_id: taken.holding?.tenant.id ?? null, taken },
  };
};

const count = ({ plot, plot_id, holding, addsBoundary }: TakenLine, { counts, zones }: Before): void => {
  if (plot_id === null) counts.plots += 1;
  if (holding) counts.tenancies += 1;
  if (holding?.fields) counts.tenants += 1;
  if (addsBoundary) counts.boundaries += 1;
  if (plot.zone.id !== null || zones.has(plot.zone.key)) return;
  zones.add(plot.zone.key);
  counts.zones += 1;
};

/** Lines whose neighbours are in memory together: at most 20,000 points of each. */
const LINES_AT_ONCE = 100;

/**
 * Reads lines, and compares each with what this office has and with the lines before it. `lock`
 * gets the keys of the plots before they are looked at.
 */
export const judgeLandLines = async (
  db: Db,
  rows: readonly TableRow[],
  reading: LandReading,
  before: Before,
  lock: (keys: ReturnType<typeof keysOf>) => Promise<unknown> = async () => {},
): Promise<JudgedLand[]> => {
  const read = await readLines(rows, reading);
  const whole = read.filter(isWhole);
  await lock(keysOf(whole));
  const known = await knownPlotsOf(db, whole);
  await rememberTenants(db, whole, before);
  await rememberPlaces(db, whole, before);
  const yieldIfDue = createYielder();
  const judged: JudgedLand[] = [];
  for (let at = 0; at < read.length; at += LINES_AT_ONCE) {
    const lines = read.slice(at, at + LINES_AT_ONCE);
    const near = await nearbyOf(db, lines.filter(isWhole), known);
    for (const line of lines) {
      judged.push(await judgeLine(line, { reading, known, near, before }));
      await yieldIfDue();
    }
  }
  return judged;
};
