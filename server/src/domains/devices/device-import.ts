import {
  type DeviceLineOutcome,
  type DeviceMapping,
  deviceImports,
  Imei,
  NewDevice,
  normalizePhone,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { importLife, type StoredRow } from '#domains/imports';
import { readDay } from '#lib/table-file/read-day.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { pluck } from '#lib/values.ts';
import { mapYielding } from '#lib/yielder.ts';
import { insertDevices, knownImeis } from './devices.repo.ts';

type Field = keyof (typeof deviceImports)['fields']['labels'];
type Facts = Record<Exclude<Field, 'bundle_until'>, string> & { bundle_until: string | null };
type Line = TableRow & Facts;
type Judged = Facts & { outcome: DeviceLineOutcome; reason: string; otherOrder?: 'dmy' | 'mdy' | undefined };

const MAX_SHOWN = 60;
/** A spreadsheet wrote the number in short, so that its last digits are lost. */
const IS_SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

const readLine = (cells: readonly string[], mapping: DeviceMapping, now: Date): Judged => {
  const cellOf = (field: Field): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column] ?? '').trim();
  };
  const typed = cellOf('imei').replace(/^'/, '');
  const shown = (field: Field): string => cellOf(field).slice(0, MAX_SHOWN);
  const facts: Facts = {
    imei: typed.slice(0, MAX_SHOWN),
    ...{ serial_number: shown('serial_number'), model: shown('model'), sim_number: shown('sim_number') },
    sim_network: shown('sim_network'),
    bundle_until: null,
  };
  const refuse = (reason: string): Judged => ({ ...facts, outcome: 'refused', reason });
  if (IS_SHORTENED.test(typed)) return refuse(`A spreadsheet has shortened the IMEI to “${facts.imei}”.`);
  const imei = Imei.safeParse(typed);
  if (!imei.success) return refuse(imei.error.issues[0]?.message ?? '');
  facts.imei = imei.data;
  const until = cellOf('bundle_until');
  if (until !== '') {
    const read = readDay(until, { order: mapping.day_order, now, last: '2099-12-31' });
    if (read.day === null) return { ...refuse(`Bundle until: ${read.problem}`), otherOrder: read.order };
    facts.bundle_until = read.day;
  }
  const sim_number = cellOf('sim_number');
  const given = { ...facts, sim_number: sim_number === '' ? null : sim_number };
  const checked = NewDevice.safeParse({
    ...given,
    ...{ serial_number: cellOf('serial_number'), model: cellOf('model'), sim_network: cellOf('sim_network') },
  });
  if (!checked.success) return refuse(checked.error.issues[0]?.message ?? '');
  facts.sim_number = sim_number === '' ? '' : (normalizePhone(sim_number) ?? '');
  return { ...facts, outcome: 'new', reason: '' };
};

const KNOWN = { outcome: 'known', reason: 'A tracker with this IMEI is in the list already.' } as const;

/** Judges the lines of one file: each IMEI once, and only those that are not known. */
const judge = async (tx: Tx, { mapping, now }: { mapping: DeviceMapping; now: Date }) => {
  const first = new Map<string, number>();
  return {
    lines: async (rows: readonly TableRow[]) => {
      const read = await mapYielding(rows, ({ line, cells }) => ({ line, ...readLine(cells, mapping, now) }));
      const known = await knownImeis(tx, pluck(read, 'imei'));
      return read.map((line) => {
        if (line.outcome !== 'new') return line;
        const before = first.get(line.imei);
        if (before !== undefined) return { ...line, outcome: 'repeated', reason: `The same as line ${before}.` };
        first.set(line.imei, line.line);
        return known.has(line.imei) ? { ...line, ...KNOWN } : line;
      });
    },
  };
};

/** Days for which the lines of a list are kept. */
const KEPT_DAYS = 90;

/** Takes trackers of a list into stock. */
export const importOfDevices = importLife<Field, DeviceMapping, StoredRow<'device_imports'>, Line>({
  contract: deviceImports,
  tables: { imports: 'device_imports', lines: 'device_import_lines', mappings: 'device_import_mappings' },
  lineColumns: ['imei', 'serial_number', 'model', 'sim_number', 'sim_network', 'bundle_until'],
  job: 'import trackers',
  sentences: {
    noTable: 'No table was found in this file. It needs column names, and lines with an IMEI.',
    nothingToTake: 'No line of this list is a tracker that is not known yet.',
    otherDays: 'days fit',
  },
  fewestCells: 1,
  names: {
    imei: [/^imei/i, /^(device|tracker|unique)[ ._]?(id|imei)/i],
    serial_number: [/^(serial|s\/?n)/i],
    model: [/^(model|type|device( model)?)$/i],
    sim_number: [/^(sim|phone|msisdn)([ ._]*(no|number|card))?/i, /^(mobile|number)/i],
    sim_network: [/^(network|operator|carrier|provider)/i],
    bundle_until: [/bundle|expir|valid/i],
  },
  suggest: (columns) => columns,
  judge,
  chunk: 500,
  take: async (tx, _import, lines, { by, now }) => {
    const rows = lines.map(({ imei, serial_number, model, sim_number, sim_network, bundle_until }) => ({
      ...{ imei, serial_number, model, sim_network, bundle_until },
      sim_number: sim_number === '' ? null : sim_number,
      ...{ added_at: now, status_at: now, added_by: by?.accountId ?? null },
    }));
    const added = new Set(pluck(await insertDevices(tx, rows), 'imei'));
    return lines.map(({ line, imei }) => ({
      line,
      ...(added.has(imei) ? { outcome: 'new', reason: '' } : KNOWN),
      is_imported: true,
    }));
  },
  keepsLinesDays: KEPT_DAYS,
});

export const { job: deviceImport, clearOld: clearOldDeviceImports } = importOfDevices;
