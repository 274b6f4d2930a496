import { readBearing } from './bearing.ts';
import { type LengthUnit, type PlanHeading, unitOf } from './plan-heading.ts';

/** Bearing and distance of a line, as written. */
export type WrittenLeg = { bearing?: string; distance?: string };

const DISTANCE = /^(\d[\d,]*(?:\.\d+)?) ?([a-z]+)?\.?$/i;

/** A distance with its unit where one is written; null where the text is none. */
export const readDistance = (text: string): { value: number; unit: LengthUnit | null } | null => {
  const [, number, unit] = DISTANCE.exec(text) ?? [];
  if (number === undefined || (unit !== undefined && unitOf(unit) === null)) return null;
  return { value: Number(number.replaceAll(',', '')), unit: unit === undefined ? null : unitOf(unit) };
};

const legOf = (bearing: string, distance: string): WrittenLeg | null =>
  readBearing(bearing) !== null && readDistance(distance) !== null ? { bearing, distance } : null;

const either = (first: string, second: string, isDistanceFirst: boolean): WrittenLeg | null =>
  isDistanceFirst ? (legOf(second, first) ?? legOf(first, second)) : (legOf(first, second) ?? legOf(second, first));

const single = (text: string, { hasBearing, hasDistance }: PlanHeading): WrittenLeg | null => {
  const isDistance = readDistance(text) !== null;
  const isBearing = readBearing(text) !== null;
  if (isDistance && !(isBearing && hasBearing && !hasDistance)) return { distance: text };
  return isBearing ? { bearing: text } : null;
};

/** Words of a cell; a unit that stands alone belongs to the number before it. */
const wordsOf = (cell: string): string[] => {
  const words: string[] = [];
  for (const word of cell.split(/\s+/)) {
    const before = words.at(-1);
    if (before !== undefined && unitOf(word.replace('.', '')) !== null) words.splice(-1, 1, `${before} ${word}`);
    else words.push(word);
  }
  return words;
};

/** True where the last word of a cell is its distance, and not the last part of its bearing. */
const endsInDistance = (words: readonly string[], heading: PlanHeading): boolean => {
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const distance = readDistance(last);
  if (!distance) return false;
  if (distance.unit !== null || heading.hasDistance || /['’′"”″EW]$/i.test(before)) return true;
  // Of bare numbers, three are degrees, minutes and seconds; two or four end in a distance.
  return words.length !== 3 && !/[°º]$/.test(before);
};

const inOneCell = (cell: string, heading: PlanHeading): WrittenLeg | null => {
  const words = wordsOf(cell);
  if (words.length === 1) return single(cell, heading);
  const [first = '', ...rest] = words;
  if (heading.isDistanceFirst) return legOf(rest.join(' '), first);
  const split = endsInDistance(words, heading) ? legOf(words.slice(0, -1).join(' '), words.at(-1) ?? '') : null;
  return split ?? single(words.join(' '), heading);
};

/** A word of two letters or more that is no unit. */
const isRemark = (word = ''): boolean =>
  /^[a-z]{2}[\w./-]*$/i.test(word) && !/^(?:ft|feet|foot|mtrs|met(?:re|er)s?)\b/i.test(word);

/**
 * A cell without the remark behind its number, `45.3 BDY1` or `45.3 IP 2`; nothing of a cell that
 * begins with two letters, which is a remark as a whole.
 */
const withoutRemark = (cell: string): string => {
  if (/^[a-z]{2}/i.test(cell)) return '';
  const words = cell.split(/\s+/);
  const [before, last = ''] = words.slice(-2);
  const length = isRemark(last) ? 1 : /^\d{1,4}$/.test(last) && isRemark(before) ? 2 : 0;
  return length > 0 && /\d/.test(words.at(-1 - length) ?? '') ? words.slice(0, -length).join(' ') : cell;
};

/**
 * Bearing and distance in the cells that stand beside a line's coordinates, as written; null where
 * they have digits that are neither. Remarks are left out: cells without digits, and words.
 */
export const readLeg = (given: readonly string[], heading: PlanHeading): WrittenLeg | null => {
  const cells = given.map((cell) => withoutRemark(cell.trim())).filter((cell) => /\d/.test(cell));
  const [first, second] = cells;
  if (first === undefined) return {};
  if (second === undefined) return inOneCell(first, heading);
  return cells.length === 2 ? either(first, second, heading.isDistanceFirst) : null;
};
