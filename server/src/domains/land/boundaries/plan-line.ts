import type { PointOrder } from '@banbo/contract';
import { type LengthUnit, unitOf } from './plan-heading.ts';

type Axis = 'east' | 'north';

/** A number of a line with what is written around it. */
export type WrittenNumber = {
  /** As written, with its unit and its letter. */
  text: string;
  /** Negative where `W` or `S` stands behind it. */
  value: number;
  axis: Axis | null;
  unit: LengthUnit | 'degrees' | null;
  decimals: number;
  /** Where it stands in the line, with a letter before it and all that stands behind it. */
  start: number;
  end: number;
  /** The number without a letter that stands apart behind it, which may begin a bearing. */
  plain?: WrittenNumber;
};

export type PlanLine = {
  /** The line with tabs for commas, semicolons and bars that part its cells. */
  flat: string;
  numbers: WrittenNumber[];
};

const NUMBER = /^(?:([ENXY])[:=]?)?([-+]?\d[\d,]*(?:\.(\d*))?)([°º])?(ft|feet|m)?\.?([NESW])?$/i;
const AXIS = /^(?:([ewx]|eastings?|long?|longitude)|[nsy]|northings?|lat|latitude)[:=.]?$/i;
/** Stands for a comma within a number while the commas that part cells become tabs. */
const KEPT_COMMA = '\u0001';

const axisOf = (word: string): Axis | null => {
  const [match, east] = AXIS.exec(word) ?? [];
  if (match === undefined) return null;
  return east === undefined ? 'north' : 'east';
};

/** Cells that a spreadsheet has put in quotes lose them; the mark of seconds stays. */
const unquoted = (cell: string): string =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1) : cell;

const flatten = (line: string): string =>
  line
    .replaceAll(KEPT_COMMA, ' ')
    .replace(/(?<![\d.])\d{1,3}(?:,\d{3})+(?!\d)/g, (number) => number.replaceAll(',', KEPT_COMMA))
    .split(/[,;|\t]/)
    .map((cell) => unquoted(cell.trim()))
    .join('\t')
    .replaceAll(KEPT_COMMA, ',');

const numberOf = (word: string, start: number): WrittenNumber | null => {
  const [, prefix, digits, decimals = '', degree, unit, suffix] = NUMBER.exec(word) ?? [];
  if (digits === undefined) return null;
  const letter = prefix ?? suffix;
  return {
    text: word,
    value: Number(digits.replaceAll(',', '')) * (/[SW]/i.test(suffix ?? '') ? -1 : 1),
    axis: letter === undefined ? null : axisOf(letter),
    unit: degree === undefined ? (unit === undefined ? null : unitOf(unit)) : 'degrees',
    decimals: decimals.length,
    start,
    end: start + word.length,
  };
};

/** A number with the word behind it; null where that is neither its unit nor its letter. */
const withBehind = (number: WrittenNumber, word: string, start: number, flat: string): WrittenNumber | null => {
  const unit = /^[°º]$/.test(word) ? 'degrees' : unitOf(word.replace('.', ''));
  const axis = /^[NESW]$/i.test(word) && number.axis === null ? axisOf(word) : null;
  if (unit === null && axis === null) return null;
  const end = start + word.length;
  return {
    ...number,
    text: flat.slice(number.end - number.text.length, end),
    value: /^[SW]$/i.test(word) ? -number.value : number.value,
    axis: axis ?? number.axis,
    unit: unit ?? number.unit,
    end,
    ...(axis === null ? {} : { plain: number }),
  };
};

/** Parts a line of a plan into its numbers: `E 1,195,354.27 ft`, `339057.637mN` and their like. */
export const readPlanLine = (line: string): PlanLine => {
  const flat = flatten(line);
  const numbers: WrittenNumber[] = [];
  /** A letter such as `E:` that stands alone before a number. */
  let letter: { axis: Axis; start: number } | null = null;
  let isBehindNumber = false;
  for (const { 0: word, index } of flat.matchAll(/\S+/g)) {
    const number = numberOf(word, index);
    const last: WrittenNumber | undefined = isBehindNumber ? numbers.at(-1) : undefined;
    const longer: WrittenNumber | null = number || !last ? null : withBehind(last, word, index, flat);
    if (number) numbers.push(letter && number.axis === null ? { ...number, ...letter } : number);
    if (longer) numbers.splice(-1, 1, longer);
    const axis = number || longer ? null : axisOf(word);
    letter = axis ? { axis, start: index } : null;
    isBehindNumber = number !== null || longer !== null;
  }
  return { flat, numbers };
};

/** A number that can only be a coordinate of Ghana's grids, or one of its degrees. */
const isCoordinate = ({ value, decimals, unit, axis }: WrittenNumber): boolean =>
  (value >= 5_000 && value <= 3_000_000) ||
  (Math.abs(value) <= 12 && (decimals >= 2 || (decimals > 0 && (unit === 'degrees' || axis !== null))));

/** Two numbers of a line that are the coordinates of its point. */
export type NumberPair = [WrittenNumber, WrittenNumber];

/** True for a bare number before two with decimals: a point whose name is a number. */
const isName = ({ decimals, axis, unit }: WrittenNumber, [second, third]: readonly WrittenNumber[]): boolean =>
  decimals === 0 && axis === null && unit === null && (second?.decimals ?? 0) > 0 && (third?.decimals ?? 0) > 0;

/** The order of two numbers by their letters; null where not both have one. */
export const orderByAxes = ([first, second]: NumberPair): PointOrder | null => {
  if (!first.axis || !second.axis || first.axis === second.axis) return null;
  return first.axis === 'east' ? 'east_north' : 'north_east';
};

/** `N` in `339057.6 N 45 30 E` begins a bearing where the number before has no letter. */
const settled = (pair: NumberPair): NumberPair =>
  orderByAxes(pair) ? pair : [pair[0].plain ?? pair[0], pair[1].plain ?? pair[1]];

/** The first two numbers of a line that look like coordinates of Ghana; null where none do. */
export const coordinatesIn = ({ numbers }: PlanLine): NumberPair | null => {
  for (const [index, first] of numbers.entries()) {
    const [second, third] = numbers.slice(index + 1);
    if (!second || !isCoordinate(first) || !isCoordinate(second)) continue;
    if (!third || !isCoordinate(third) || !isName(first, [second, third])) return settled([first, second]);
  }
  return null;
};

/** The first two numbers of a line, after a name that is a number, whatever they look like. */
export const anyPairIn = ({ numbers }: PlanLine): NumberPair | null => {
  const [first, second, third] = numbers;
  if (!first || !second) return null;
  return settled(third && isName(first, [second, third]) ? [second, third] : [first, second]);
};
