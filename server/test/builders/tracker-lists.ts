import { withCheckDigit } from '@banbo/contract';
import { csvOf } from './statements.ts';

let serial = 0;

/** An IMEI that no other tracker has. */
export const nextImei = (): string => {
  serial += 1;
  return withCheckDigit(`86${String(serial).padStart(12, '0')}`);
};

/** Fifteen digits of no other tracker, of which the last does not fit. */
export const wrongImei = (): string => nextImei().replace(/\d$/, (last) => String((Number(last) + 1) % 10));

const TRACKER_COLUMNS = ['IMEI', 'Serial number', 'Model', 'SIM number', 'Network', 'Bundle until'];

/** A list of trackers; a line without an IMEI gets a new one. */
export const trackerCsv = (lines: readonly (readonly string[])[] = [[nextImei()]]): string =>
  csvOf([TRACKER_COLUMNS, ...lines.map((cells) => TRACKER_COLUMNS.map((_, at) => cells[at] ?? ''))]);
