import { isUtf8 } from 'node:buffer';
import { createYielder } from '../yielder.ts';
import { MAX_COLUMNS, rowCollector, type TableRow, tooLarge, unreadable } from './table-row.ts';
import { numberText } from './xlsx-rows.ts';

/** The column of the features' geometries, each as its GeoJSON text. */
const GEOMETRY = 'geometry';
/** Bytes of one feature, which is parsed at once. */
const MAX_FEATURE_BYTES = 250_000;
const MAX_DEPTH = 40;

const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = ['{', '}', '[', ']'].map((sign) => sign.charCodeAt(0));
const SPACES = new Set([' ', '\t', '\r', '\n'].map((sign) => sign.charCodeAt(0)));
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const startOf = (bytes: Uint8Array): number => {
  let at = BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length)) ? BYTE_ORDER_MARK.length : 0;
  while (SPACES.has(bytes[at] ?? 0)) at += 1;
  return at;
};

/** True for bytes that begin as an object of JSON does, and as no line of a CSV file. */
export const isJson = (bytes: Uint8Array): boolean => {
  const start = startOf(bytes);
  if (bytes[start] !== OPEN_OBJECT) return false;
  let next = start + 1;
  while (SPACES.has(bytes[next] ?? 0)) next += 1;
  return bytes[next] === QUOTE || bytes[next] === CLOSE_OBJECT;
};

const NO_COLLECTION =
  'This is JSON, but no list of plots. Please choose a GeoJSON file of the type FeatureCollection, or a CSV or XLSX file.';
const CUT_OFF = 'This GeoJSON file is cut off: it ends before its last feature does. Please save it again.';

type Feature = { properties: Record<string, unknown>; geometry: unknown };

/** The coordinate system of a collection, which it may name before or behind its features. */
type Told = { crs: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A geometry that says its coordinate system itself. */
const withCrs = (geometry: unknown, crs: unknown): unknown =>
  crs && isObject(geometry) ? { crs, ...geometry } : geometry;

const parsed = (text: string, named: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(`${named} of this GeoJSON file could not be read.`, error);
  }
};

const readFeature = (text: string, number: number): Feature => {
  const read = parsed(text, `Feature ${number}`);
  if (!isObject(read) || read.type !== 'Feature') {
    throw unreadable(`Entry ${number} of this GeoJSON file is not a feature: its type must be “Feature”.`);
  }
  const properties = isObject(read.properties) ? read.properties : {};
  return { properties, geometry: withCrs(read.geometry ?? null, read.crs) };
};

/** The features of a collection, cut out of the text one by one, so that others get turns. */
async function* featuresOf(bytes: Buffer, told: Told): AsyncGenerator<Feature> {
  const yieldIfDue = createYielder();
  let [depth, isInText, isInFeatures, hasFeatures] = [0, false, false, false];
  let [textStart, featureStart, features, lastText] = [0, 0, 0, ''];
  let [isClosed, crsStart] = [false, -1];
  for (let at = startOf(bytes); at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((at & 0xfff) === 0) await yieldIfDue();
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      if (byte !== QUOTE) continue;
      isInText = false;
      if (depth === 1) lastText = bytes.toString('utf8', textStart, Math.min(at, textStart + 50));
      continue;
    }
    if (SPACES.has(byte)) continue;
    if (isClosed)
      throw unreadable('More follows after the end of this GeoJSON file. Please send one collection a file.');
    if (byte === QUOTE) [isInText, textStart] = [true, at + 1];
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      // A text at this depth is a key, or the value of one that is no list.
      if (depth === 1 && byte === OPEN_LIST && lastText === 'features') isInFeatures = hasFeatures = true;
      if (depth === 1 && byte === OPEN_OBJECT && lastText === 'crs') crsStart = at;
      if (depth === 2 && isInFeatures) featureStart = at;
      if (++depth > MAX_DEPTH) throw unreadable('This GeoJSON file is nested too deeply.');
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 2 && isInFeatures) {
        features += 1;
        if (at - featureStart > MAX_FEATURE_BYTES)
          throw tooLarge(`Feature ${features} of this GeoJSON file is larger than can be read.`);
        yield readFeature(bytes.toString('utf8', featureStart, at + 1), features);
        await yieldIfDue();
      }
      if (depth === 1) {
        if (crsStart >= 0) told.crs = parsed(bytes.toString('utf8', crsStart, at + 1), 'The “crs”');
        [isInFeatures, crsStart] = [false, -1];
      }
      if (depth === 0) isClosed = true;
    }
  }
  if (!isClosed) throw unreadable(CUT_OFF);
  if (!hasFeatures) throw unreadable(NO_COLLECTION);
  if (features === 0) throw unreadable('This GeoJSON file has no features.');
}

/** A value as a spreadsheet shows it. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * The lines of a GeoJSON collection: line 1 has the names of the properties and `geometry`, and
 * feature 1 is line 2. Read twice, since the last feature may have a property of its own.
 */
export async function* geojsonRows(bytes: Uint8Array, longest: number): AsyncGenerator<TableRow> {
  if (!isUtf8(bytes)) throw unreadable('This GeoJSON file is not in UTF-8. Please save it again in that encoding.');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new Set<string>();
  const told: Told = { crs: undefined };
  for await (const { properties } of featuresOf(text, told)) {
    for (const name of Object.keys(properties)) if (name !== GEOMETRY) names.add(name);
    if (names.size >= MAX_COLUMNS)
      throw tooLarge(`The features of this file have more than ${MAX_COLUMNS - 1} properties.`);
  }
  const found = rowCollector(longest);
  found.add(1, [...names, GEOMETRY]);
  let line = 1;
  for await (const { properties, geometry } of featuresOf(text, told)) {
    line += 1;
    const cells = [...names].map((name) => (Object.hasOwn(properties, name) ? cellText(properties[name]) : ''));
    found.add(line, [...cells, cellText(withCrs(geometry, told.crs))]);
    yield* found.take();
  }
  yield* found.take();
}
