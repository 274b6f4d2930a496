import {
  eachField,
  LAND_LINE_LABELS,
  type LandLineField,
  type LandMapping,
  landImports,
  type PlotGrid,
  plotName,
  tenantCodeOf,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedUnique, withSavepoint } from '#db/violated-constraint.ts';
import { waitBriefly } from '#db/wait-briefly.ts';
import { auditAll } from '#domains/audit';
import { readDriverLists } from '#domains/drivers';
import { importLife, type StoredRow, unfit } from '#domains/imports';
import { FinalFailure } from '#domains/jobs';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { knownText, readChoice, spellingKey } from '#lib/table-file/read-cell.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { leaseRules } from '../lease-rules/lease-rules.repo.ts';
import { holdBoundaries } from '../plots/plot-shapes.repo.ts';
import { nextLandSerials } from '../serials.repo.ts';
import { COLUMN_NAMES } from './column-names.ts';
import { judgeLandLines, type LandReading, landBefore, leaseKey, type TakenLine } from './judge-lines.ts';
import {
  addBoundaries,
  addZones,
  allZones,
  countMade,
  insertPlotRows,
  insertTenancyRows,
  insertTenantRows,
  lockPlotsOf,
  nextIds,
} from './land-imports.repo.ts';
import { LONGEST_BOUNDARY } from './read-boundary-cell.ts';

type StoredLine = Pick<StoredRow<'land_import_lines'>, 'line' | 'cells' | 'plot_id' | 'tenant_id'>;

const ATTEMPTS = 3;

const readingBy = async (db: Db, { mapping, now }: { mapping: LandMapping; now: Date }): Promise<LandReading> => {
  const zones = await allZones(db);
  const rules = await leaseRules(db);
  return {
    ...{ mapping, now, lists: await readDriverLists(db) },
    zones: new Map(zones.map((zone) => [spellingKey(zone.zone), { ...zone, key: spellingKey(zone.zone) }])),
    lease: new Map(rules.map(({ is_citizen, land_use, max_years }) => [leaseKey(is_citizen, land_use), max_years])),
  };
};

/** Refuses a mapping whose defaults are not in their lists. */
const refuseUnfit = ({ mapping, lists, zones }: LandReading): void => {
  const { default_zone, default_nationality, missing_zones } = mapping;
  if (default_zone !== '' && missing_zones === 'refuse' && !zones.has(spellingKey(default_zone)))
    throw unfit('default_zone', 'Zone: please choose it from the list.');
  if (default_nationality !== '' && !readChoice(default_nationality, lists.nationality))
    throw unfit('default_nationality', 'Nationality: please choose it from the list.');
};

const MAY_NOT_ADD = 'You are not authorized to add zones. Please ask somebody who sets up land.';

/** True where the mapping adds zones, and the person may not. */
const isBeyondRights = ({ missing_zones }: LandMapping, by: Pick<Author, 'permissions'>): boolean =>
  missing_zones === 'add' && !by.permissions.includes('land.setup');

type Making = { importId: string; by: Author | null; now: Date };

/** Adds the zones of lines that the list lacks, and writes them to the audit log. */
const makeZones = async (tx: Tx, taken: readonly TakenLine[], { by, now }: Making): Promise<number> => {
  // Of several spellings the first one counts.
  const missing = new Map<string, string>();
  for (const { plot } of taken)
    if (plot.zone.id === null && !missing.has(plot.zone.key)) missing.set(plot.zone.key, plot.zone.zone);
  if (missing.size === 0) return 0;
  const added = await addZones(tx, [...missing.values()]);
  if (by) {
    const entries = added.map(({ id, zone }) => ({
      ...{ action: 'lookups.add' as const, subject: { kind: 'zone', id, name: zone } },
      after: { zone },
    }));
    await auditAll(tx, by, entries, now);
  }
  const all = new Map((await allZones(tx)).map(({ id, zone }) => [spellingKey(zone), id]));
  for (const { plot } of taken) plot.zone.id ??= all.get(plot.zone.key) ?? null;
  return added.length;
};

/** Numbers and codes of the tenants whom lines make; the entries of the lines get them. */
const makeTenants = async (tx: Tx, taken: readonly TakenLine[]) => {
  const holdings = taken.flatMap(({ holding }) =>
    holding?.fields ? [{ tenant: holding.tenant, fields: holding.fields }] : [],
  );
  if (holdings.length === 0) return [];
  const ids = await nextIds(tx, 'tenants', holdings.length);
  const last = await nextLandSerials(tx, 'tenant', 0, holdings.length);
  return holdings.map(({ tenant, fields }, at) => {
    const code = tenantCodeOf(last - holdings.length + 1 + at);
    const id = ids[at] ?? '';
    tenant.id = id;
    return { ...fields, id, tenant_code: code };
  });
};

/** Makes all that lines say; gives the plots and tenants by lines. */
const makeRecords = async (tx: Tx, taken: readonly TakenLine[], making: Making) => {
  const { importId: import_id, by, now } = making;
  const made = { import_id, added_by: by?.accountId ?? null, added_at: now };
  const zones = await makeZones(tx, taken, making);
  const ofNew = taken.filter(({ plot_id }) => plot_id === null);
  const ids = await nextIds(tx, 'plots', ofNew.length);
  const plotIds = new Map(ofNew.map(({ line }, at) => [line, ids[at] ?? '']));
  await insertPlotRows(
    tx,
    ofNew.map(({ line, plot: { zone, lacks: _, land_use, owner_kind, ...plot } }) => ({
      ...{ ...plot, id: plotIds.get(line) ?? '', zone_id: zone.id ?? '' },
      ...{ land_use: land_use ?? '', owner_kind: owner_kind ?? '' },
    })),
    made,
  );
  const bounded = taken.filter(({ addsBoundary }) => addsBoundary);
  await addBoundaries(
    tx,
    bounded.flatMap(({ plot, plot_id }) =>
      plot.boundary && plot_id ? [{ id: plot_id, boundary: plot.boundary }] : [],
    ),
    import_id,
  );
  if (by && bounded.length > 0) {
    const entries = bounded.map(({ plot, plot_id }) => ({
      action: 'land_imports.add_boundary' as const,
      subject: { kind: 'plot', id: plot_id ?? '', name: plotName({ ...plot, zone: plot.zone.zone }) },
      before: { area_sqm: null },
      after: { area_sqm: plot.boundary?.area_sqm.toFixed(2) ?? null },
    }));
    await auditAll(tx, by, entries, now);
  }
  const tenants = await makeTenants(tx, taken);
  await insertTenantRows(tx, tenants, made);
  const tenancies = taken.flatMap(({ line, plot_id, holding }) => {
    if (!holding) return [];
    return [{ ...holding.tenancy, plot_id: plot_id ?? plotIds.get(line) ?? '', tenant_id: holding.tenant.id ?? '' }];
  });
  await insertTenancyRows(tx, tenancies, made);
  const counts = { plots: ofNew.length, tenants: tenants.length, tenancies: tenancies.length };
  await countMade(tx, import_id, { ...counts, boundaries: bounded.length, zones });
  return plotIds;
};

/** Judges lines and makes their records; all anew if somebody adds one of their plots meanwhile. */
const takeLines = async (tx: Tx, rows: readonly TableRow[], mapping: LandMapping, making: Making) => {
  for (let attempt = 1; ; attempt += 1) {
    const reading = await readingBy(tx, { mapping, now: making.now });
    const judged = await judgeLandLines(tx, rows, reading, landBefore(), (keys) => lockPlotsOf(tx, keys));
    const taken = judged.flatMap((line) => line.taken ?? []);
    try {
      return { judged, plotIds: await withSavepoint(tx, () => makeRecords(tx, taken, making)) };
    } catch (error) {
      if (attempt === ATTEMPTS || violatedUnique(error) !== 'plots_name') throw error;
    }
  }
};

const joined = (parts: readonly string[], sign = ' '): string => parts.filter((part) => part !== '').join(sign);

const showLine = ({ cells, mapping }: Pick<StoredLine, 'cells'> & { mapping: LandMapping | null }) => {
  const cell = (field: LandLineField) => (mapping ? knownText(cells, mapping[field]) : '');
  return {
    cells: eachField(LAND_LINE_LABELS, cell),
    plot: joined([cell('plot_number'), cell('block'), cell('zone') || (mapping?.default_zone ?? '')], ', '),
    tenant: cell('organisation') || cell('tenant_name') || joined([cell('first_name'), cell('last_name')]),
  };
};

const SUGGESTED = {
  ...{ name_order: 'first', missing_zones: 'refuse', default_zone: '', default_land_use: '', default_owner_kind: '' },
  ...{ default_owner_name: '', default_nationality: '', size_unit: 'acres', point_order: 'east_north' },
};
/** Words of column names that say in which grid coordinates are; the first that is found counts. */
const GRID_WORDS: readonly (readonly [RegExp, PlotGrid])[] = [
  [/\b31 ?N\b|32631/i, 'utm_31'],
  [/\butm\b|\b30 ?N\b|32630/i, 'utm_30'],
  [/feet|\bft\b|2136/i, 'gold_coast_feet'],
];

/** Takes registers of plots, tenants and tenancies. */
export const importOfLand = importLife<LandLineField, LandMapping, StoredRow<'land_imports'>, StoredLine>({
  contract: landImports,
  tables: { imports: 'land_imports', lines: 'land_import_lines', mappings: 'land_import_mappings' },
  lineColumns: ['plot_id', 'tenant_id'],
  job: 'import land',
  records: 'records',
  noted: ({ plots, tenants, tenancies, boundaries, zones }) => ({ plots, tenants, tenancies, boundaries, zones }),
  sentences: {
    noTable: 'No register was found in this file. It needs column names, and lines with a plot number.',
    nothingToTake: 'No line of this register is a plot or a tenancy that could be added.',
    otherDays: 'lines have a day that fits',
  },
  fewestCells: 2,
  longestCell: LONGEST_BOUNDARY,
  names: COLUMN_NAMES,
  suggest: (columns, _, above) => {
    const hasParts = columns.first_name !== null && columns.last_name !== null;
    const grid = GRID_WORDS.find(([words]) => words.test(above))?.[1] ?? 'degrees';
    return { ...SUGGESTED, grid, ...(hasParts && { tenant_name: null }) };
  },
  judge: async (tx, { mapping, by, now }) => {
    const reading = await readingBy(tx, { mapping, now });
    if (isBeyondRights(mapping, by)) throw unfit('missing_zones', MAY_NOT_ADD);
    refuseUnfit(reading);
    const before = landBefore();
    return {
      lines: async (rows) => (await judgeLandLines(tx, rows, reading, before)).map(({ taken: _, ...judged }) => judged),
      end: () => ({ columns: { ahead: before.counts }, lines: [] }),
    };
  },
  refuseStart: (mapping, by) => {
    if (isBeyondRights(mapping, by)) throw new Refusal('not_permitted', MAY_NOT_ADD);
  },
  chunk: 250,
  take: async (tx, { id, mapping }, rows, { by, now }) => {
    // Rights may have been taken away since it was started.
    if (by && isBeyondRights(mapping, by))
      throw new FinalFailure(`The user ${by.login}, who started this, is no longer authorized to add zones.`);
    await waitBriefly(tx);
    // Of two boundaries that are stored at once, one must see the other.
    if (mapping.boundary !== null) await holdBoundaries(tx);
    const { judged, plotIds } = await takeLines(tx, rows, mapping, { importId: id, by, now });
    return judged.map(({ line, outcome, reason, plot_id, tenant_id, taken }) => ({
      ...{ line, outcome, reason, is_imported: taken !== null },
      plot_id: plotIds.get(line) ?? plot_id,
      tenant_id: taken?.holding?.tenant.id ?? tenant_id,
    }));
  },
  showLines: async (rows) => rows.map(showLine),
  // Lines hold people's data, which is in the tenants' records by then.
  keepsLinesDays: 30,
});

export const { job: landImport, clearOld: clearOldLandImports } = importOfLand;
