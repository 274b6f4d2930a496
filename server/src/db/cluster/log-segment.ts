/** The name of a segment: its timeline, then where in the log it begins. */
const SEGMENT_NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;
/** Bytes of a segment, as initdb chooses them; the eight digits in the middle count 4 GB. */
const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_IN_4_GB = 0x1_0000_0000n / SEGMENT_BYTES;

export const isSegmentName = (name: string): boolean => SEGMENT_NAME.test(name);

/** Where in the log a segment begins, as PostgreSQL's pg_lsn counts it. */
export const beginningOf = (name: string): bigint => {
  const [, , high = '0', low = '0'] = SEGMENT_NAME.exec(name) ?? [];
  return (BigInt(`0x${high}`) * SEGMENTS_IN_4_GB + BigInt(`0x${low}`)) * SEGMENT_BYTES;
};

const digits = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0');

/** The name of the segment after one, or before it, on the same timeline. */
const segmentAt = (name: string, distance: bigint): string => {
  const number = beginningOf(name) / SEGMENT_BYTES + distance;
  return `${name.slice(0, 8)}${digits(number / SEGMENTS_IN_4_GB)}${digits(number % SEGMENTS_IN_4_GB)}`;
};

export const segmentAfter = (name: string): string => segmentAt(name, 1n);
export const segmentBefore = (name: string): string => segmentAt(name, -1n);

/** A place in the log as PostgreSQL writes it, such as `3A/5F000028`, as a number. */
export const logPositionOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

// The layout of PostgreSQL's `access/xlog_internal.h` and `xlogrecord.h`, the same since 9.5.
const PAGE_HEADER = 24;
const FIRST_PAGE_HEADER = 40;
const RECORD_HEADER = 24;
const LEAST_PAGE = 512;
const BEGINS_WITH_A_REST = 0x0001;
const HAS_LONG_HEADER = 0x0002;

/**
 * Why the content is not that of the segment of this name, of the database with this system
 * identifier; null if it is.
 */
export const otherSegment = (content: Buffer, name: string, system: string | undefined): string | null => {
  // All that a segment says of itself is chosen by those who can write in the place of backups.
  const isWhole = BigInt(content.length) === SEGMENT_BYTES && content.readUInt32LE(36) >= LEAST_PAGE;
  if (!isWhole || (content.readUInt16LE(2) & HAS_LONG_HEADER) === 0) return 'is no whole segment of the log';
  const isOfName =
    content.readUInt32LE(4) === Number.parseInt(name.slice(0, 8), 16) &&
    content.readBigUInt64LE(8) === beginningOf(name);
  if (!isOfName) return 'holds another segment of the log';
  if (system === undefined || content.readBigUInt64LE(24) === BigInt(system)) return null;
  return 'holds the log of another database';
};

/** The records of a segment without the headers of its pages. */
const withoutHeaders = (content: Buffer): Buffer => {
  const size = content.readUInt32LE(36);
  const pages: Buffer[] = [];
  for (let at = 0; at < content.length; at += size) {
    pages.push(content.subarray(at + (at === 0 ? FIRST_PAGE_HEADER : PAGE_HEADER), at + size));
  }
  return Buffer.concat(pages);
};

const aligned = (bytes: number): number => (bytes + 7) & ~7;

/** The resource manager of transactions, and what it writes at an end of one, which has a time. */
const TRANSACTIONS = 1;
const ENDS = new Set([0x00, 0x20, 0x30, 0x40]);
const KIND = 0x70;
const SHORT_DATA = 255;
const LONG_DATA = 254;
const ORIGIN = 253;
const TOP_TRANSACTION = 252;
/** Milliseconds of 1 January 2000, from which PostgreSQL counts microseconds. */
const EPOCH = Date.UTC(2000, 0, 1);
/** Milliseconds of the last moment that a date can be of. */
const LAST_TIME = 8.64e15;

/** Bytes of a part of a record's header, by its first byte. */
const HEADER_PARTS: Readonly<Record<number, number>> = { [ORIGIN]: 3, [TOP_TRANSACTION]: 5 };
const DATA_HEADERS: Readonly<Record<number, number>> = { [SHORT_DATA]: 2, [LONG_DATA]: 5 };

/** The time of a transaction's end; null of any other record. */
const timeOf = (record: Buffer): number | null => {
  if (record[17] !== TRANSACTIONS || !ENDS.has((record[16] ?? 0) & KIND)) return null;
  let at = RECORD_HEADER;
  while (at < record.length) {
    const part = record[at] ?? 0;
    const data = DATA_HEADERS[part];
    if (data !== undefined) {
      const time = at + data + 8 <= record.length ? EPOCH + Number(record.readBigInt64LE(at + data) / 1000n) : null;
      return time !== null && time > EPOCH && time < LAST_TIME ? time : null;
    }
    const length = HEADER_PARTS[part];
    if (length === undefined) return null;
    at += length;
  }
  return null;
};

/** The latest time of a transaction that ended in a segment; null for one without any. */
export const lastTransactionIn = (content: Buffer): Date | null => {
  const records = withoutHeaders(content);
  const hasRest = (content.readUInt16LE(2) & BEGINS_WITH_A_REST) !== 0;
  let at = hasRest ? Math.ceil(content.readUInt32LE(16) / 8) * 8 : 0;
  let last: number | null = null;
  while (at + RECORD_HEADER <= records.length) {
    const length = records.readUInt32LE(at);
    if (length < RECORD_HEADER || at + length > records.length) break;
    const time = timeOf(records.subarray(at, at + length));
    if (time !== null && (last === null || time > last)) last = time;
    at += aligned(length);
  }
  return last === null ? null : new Date(last);
};
