import {
  LAND_USE_LABELS,
  LAND_USES,
  type LandMapping,
  type LandUse,
  NewPlot,
  OWNER_KINDS,
  type OwnerKind,
  ZoneName,
} from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import { choicesOf, spellingKey } from '#lib/table-file/read-cell.ts';
import { upper } from '#lib/values.ts';
import { SQM_OF_UNIT } from '../boundaries/measure.ts';
import type { MeasuredBoundary } from '../boundaries/read-boundary.ts';
import type { LineCells } from './line-cells.ts';
import { readBoundaryCell } from './read-boundary-cell.ts';

/** A zone of the list, or one that the import adds: its id is null, `key` its `spellingKey`. */
export type LineZone = { id: string | null; zone: string; key: string };

/** A plot of a line. Use and owner may be missing of one that is known; `lacks` says so. */
export type ReadPlot = {
  zone: LineZone;
  block: string;
  plot_number: string;
  land_use: LandUse | null;
  owner_kind: OwnerKind | null;
  owner_name: string;
  /** Square metres with two decimals. */
  plan_area_sqm: string | null;
  boundary: MeasuredBoundary | null;
  lacks: string;
};

const USES = choicesOf(LAND_USES, {
  ...Object.fromEntries(Object.entries(LAND_USE_LABELS).map(([use, label]) => [label, use as LandUse])),
  ...{ res: 'residential', residence: 'residential', house: 'residential', com: 'commercial', business: 'commercial' },
  ...{ ind: 'industrial', agric: 'agricultural', farm: 'agricultural', farming: 'agricultural' },
  ...{ school: 'civic', church: 'civic', 'civic and culture': 'civic', 'mixed use': 'mixed' },
});
const OWNERS = choicesOf(OWNER_KINDS, { chief: 'stool', 'stool land': 'stool', 'family land': 'family' });

/** Square metres; more is a district. */
const MOST_SQM = 100_000_000;
const FOOT_M = 0.3048;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:acres?|ac\.?)$/i, SQM_OF_UNIT.acres],
  [/^(?:hectares?|ha\.?)$/i, SQM_OF_UNIT.hectares],
  [/^(?:m2|m²|sqm|sq\.? ?m\.?|square met(?:re|er)s?)$/i, 1],
  [/^(?:ft2|ft²|sqft|sq\.? ?ft\.?|square feet)$/i, FOOT_M * FOOT_M],
];
/** Two sides of a plot, in feet unless they say metres: `70 x 100`. */
const SIDES = /^(\d+(?:\.\d+)?) ?(?:ft|'|m)? ?(?:x|×|by|\*) ?(\d+(?:\.\d+)?) ?(ft|feet|'|m|metres)?$/i;

const sizeOf = (text: string, unit: LandMapping['size_unit']): number | null => {
  const [, one, other, of = ''] = SIDES.exec(text) ?? [];
  if (one !== undefined) return Number(one) * Number(other) * (/^m/i.test(of) ? 1 : FOOT_M * FOOT_M);
  const [, number = '', written = ''] = /^([\d,]+(?:\.\d+)?)([\s\S]*)/.exec(text) ?? [];
  const per = written.trim() === '' ? SQM_OF_UNIT[unit] : UNITS.find(([name]) => name.test(written.trim()))?.[1];
  return number === '' || per === undefined ? null : Number(number.replaceAll(',', '')) * per;
};

const readSize = (line: LineCells, unit: LandMapping['size_unit']): number | null => {
  const text = line.cell('plan_area');
  if (text === '') return null;
  const sqm = sizeOf(text, unit);
  if (sqm === null) return line.say('plan_area', `“${text.slice(0, 30)}” is not a size.`);
  if (sqm < 0.01) return line.say('plan_area', 'An area is more than 0.');
  return sqm > MOST_SQM ? line.say('plan_area', 'A plot has at most 100 km².') : sqm;
};

const boundaryOf = (line: LineCells, mapping: LandMapping, sqm: number | null): MeasuredBoundary | null => {
  const text = line.cell('boundary');
  if (text === '') return null;
  try {
    return readBoundaryCell(text, mapping, sqm ?? undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return line.say('boundary', error.message);
  }
};

/** Zones of the list by the letters and digits of their names. */
export type Zones = ReadonlyMap<string, LineZone>;

/** Steps of one letter from a text to another. */
const stepsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const same = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(same, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

const NEAREST = 3;

/** Finds zones, of which a register names few; unknown ones with the nearest of the list. */
export const zoneFinder = (zones: Zones, isAdded: boolean) => {
  const nearest = new Map<string, string>();
  const nearestOf = (key: string): string => {
    const known = nearest.get(key);
    if (known !== undefined) return known;
    const all = [...zones].map(([name, { zone }]) => ({ zone, steps: stepsBetween(key.slice(0, 60), name) }));
    const sorted = all.sort((one, other) => one.steps - other.steps || (one.zone < other.zone ? -1 : 1));
    const found = sorted.slice(0, NEAREST).map(({ zone }) => zone);
    const words = found.length === 0 ? 'The list has no zone yet.' : `The nearest are ${found.join('; ')}.`;
    if (nearest.size < 1_000) nearest.set(key, words);
    return words;
  };
  return (line: LineCells, text: string): LineZone | null => {
    const key = spellingKey(text);
    const found = zones.get(key);
    if (found) return found;
    const name = key === '' ? '' : line.name('zone', ZoneName, text);
    if (name === '') return null;
    if (isAdded) return { id: null, zone: name, key };
    return line.say('zone', `“${text.slice(0, 40)}” is not in the list of zones. ${nearestOf(key)}`);
  };
};

/** Reads the plot of a line; null where a problem was said. */
export const readPlot = (
  line: LineCells,
  mapping: LandMapping,
  findZone: ReturnType<typeof zoneFinder>,
): ReadPlot | null => {
  const given = line.cell('zone') || mapping.default_zone;
  const zone = findZone(line, given);
  const plot_number = line.name('plot_number', NewPlot.shape.plot_number);
  line.need({ zone: zone?.zone ?? '', plot_number });
  const sqm = readSize(line, mapping.size_unit);
  const land_use = line.choice('land_use', USES, mapping.default_land_use);
  const owner_kind = line.choice('owner_kind', OWNERS, mapping.default_owner_kind);
  const owner_name = line.name(
    'owner_name',
    NewPlot.shape.owner_name,
    line.cell('owner_name') || mapping.default_owner_name,
  );
  const lacking = { land_use, owner_kind, owner_name };
  const lacks = (Object.keys(lacking) as (keyof typeof lacking)[])
    .filter((field) => !lacking[field])
    .map((field) => line.about(field, 'It is missing.'));
  const plot = {
    ...{ block: line.name('block', NewPlot.shape.block), plot_number, land_use, owner_kind, owner_name },
    plan_area_sqm: sqm === null ? null : sqm.toFixed(2),
    boundary: boundaryOf(line, mapping, sqm),
    lacks: lacks.join(' '),
  };
  return zone && { zone, ...plot };
};

const withoutSpaces = (text: string): string => upper(text).replaceAll(' ', '');

/** The block and the number of a plot as the unique index compares them. */
export const plotKeyOf = ({ block, plot_number }: { block: string; plot_number: string }) => ({
  block: withoutSpaces(block),
  number: withoutSpaces(plot_number),
});
