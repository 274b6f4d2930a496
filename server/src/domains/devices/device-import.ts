import {
  asksAboutDigit,
  type DeviceLineOutcome,
  type DeviceMapping,
  deviceImports,
  NewDevice,
  normalizePhone,
  readImei,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { importLife, type StoredRow } from '#domains/imports';
import { readDay } from '#lib/table-file/read-day.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { pluck } from '#lib/values.ts';
import { mapYielding } from '#lib/yielder.ts';
import { storedNames } from './change-devices.ts';
import { inCapitals, insertDevices, knownNames } from './devices.repo.ts';

type Field = keyof (typeof deviceImports)['fields']['labels'];
type Facts = Record<Exclude<Field, 'bundle_until'>, string> & { bundle_until: string | null };
type Line = TableRow & Facts;
type Judged = Facts & { outcome: DeviceLineOutcome; reason: string; otherOrder?: 'dmy' | 'mdy' | undefined };

const MAX_SHOWN = 60;
/** A number as a spreadsheet writes it in short: `8.6121E+14`, whose last digits are lost. */
const SHORT = /^(\d)(?:[.,](\d+)E\+?|E\+)(\d+)$/i;

/** A name as a list gives it: `'0567`, `="0567"`, `567.0`, `ID: 567`, `5.67E+02`. */
const nameIn = (cell: string): string => {
  const bare = cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .replace(/^ID\s*[:#]\s*/i, '')
    .replace(/^(\d+)\.0+$/, '$1');
  const [, whole = '', parts = '', power] = SHORT.exec(bare) ?? [];
  return parts !== '' && parts.length === Number(power) ? whole + parts : bare;
};

/** Trackers name themselves by twelve digits, of which a spreadsheet drops a nought in front. */
const LACKS_NOUGHT = /^[1-9]\d{10}$/;
const LACKING = 'If this name begins with 0, the spreadsheet has dropped it. Compare it with the tracker’s label.';
const TAKEN_DIGIT = 'The IMEI’s last digit does not fit the others.';
const UNFIT_DIGIT = `${TAKEN_DIGIT} If the label has it so, choose under Columns that such IMEIs are taken.`;

type Names = Pick<Facts, 'imei' | 'feed_name'>;
/** Names of a line, null where it has none. */
const given = ({ imei, feed_name }: Names) => ({ imei: imei || null, feed_name: feed_name || null });

const remarkOf = (names: Names): string =>
  [asksAboutDigit(given(names)) ? TAKEN_DIGIT : '', LACKS_NOUGHT.test(names.feed_name) ? LACKING : '']
    .filter(Boolean)
    .join(' ');

const readLine = (cells: readonly string[], mapping: DeviceMapping, now: Date): Judged => {
  const cellOf = (field: Field): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column] ?? '').trim();
  };
  const [own, called] = [nameIn(cellOf('imei')), nameIn(cellOf('feed_name'))];
  // Lists often have one column for IMEIs and other names.
  const asName = own === '' ? readImei(called) : null;
  const [typed, name] = asName === null ? [own, called] : [asName, ''];
  const shown = (field: Field): string => cellOf(field).slice(0, MAX_SHOWN);
  const facts: Facts = {
    ...{ imei: typed.slice(0, MAX_SHOWN), feed_name: name.slice(0, MAX_SHOWN) },
    ...{ serial_number: shown('serial_number'), model: shown('model'), sim_number: shown('sim_number') },
    sim_network: shown('sim_network'),
    bundle_until: null,
  };
  const refuse = (reason: string): Judged => ({ ...facts, outcome: 'refused', reason });
  if (SHORT.test(typed)) return refuse(`A spreadsheet has shortened the IMEI to “${facts.imei}”.`);
  if (SHORT.test(name)) return refuse(`A spreadsheet has shortened the name to “${facts.feed_name}”.`);
  const until = cellOf('bundle_until');
  if (until !== '') {
    const read = readDay(until, { order: mapping.day_order, now, last: '2099-12-31' });
    if (read.day === null) return { ...refuse(`Bundle until: ${read.problem}`), otherOrder: read.order };
    facts.bundle_until = read.day;
  }
  const sim_number = cellOf('sim_number');
  const checked = NewDevice.safeParse({
    ...given({ imei: typed, feed_name: name }),
    ...{
      sim_number: sim_number || null,
      bundle_until: facts.bundle_until,
      serial_number: cellOf('serial_number'),
      model: cellOf('model'),
      sim_network: cellOf('sim_network'),
    },
  });
  if (!checked.success) return refuse(checked.error.issues[0]?.message ?? '');
  facts.sim_number = sim_number === '' ? '' : (normalizePhone(sim_number) ?? '');
  facts.imei = checked.data.imei ?? '';
  if (mapping.wrong_digits === 'left_out' && asksAboutDigit(checked.data)) return refuse(UNFIT_DIGIT);
  return { ...facts, outcome: 'new', reason: remarkOf(facts) };
};

const KNOWN = { outcome: 'known', reason: 'A tracker with this IMEI or name is in the list already.' } as const;

/** The IMEI and the name of a line, as far as it has them. */
const namesOf = ({ imei, feed_name }: Names): string[] => [imei, feed_name].filter((name) => name !== '');

/** Judges the lines of one file: each tracker once, and only those that are not known. */
const judge = async (tx: Tx, { mapping, now }: { mapping: DeviceMapping; now: Date }) => {
  const first = new Map<string, number>();
  return {
    lines: async (rows: readonly TableRow[]) => {
      const read = await mapYielding(rows, ({ line, cells }) => ({ line, ...readLine(cells, mapping, now) }));
      const known = await knownNames(tx, read.flatMap(namesOf));
      return read.map((line) => {
        if (line.outcome !== 'new') return line;
        const names = namesOf(line);
        const before = names.map((name) => first.get(inCapitals(name))).find((at) => at !== undefined);
        if (before !== undefined) return { ...line, outcome: 'repeated', reason: `The same as line ${before}.` };
        for (const name of names) first.set(inCapitals(name), line.line);
        return names.some((name) => known.has(name)) ? { ...line, ...KNOWN } : line;
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
  lineColumns: ['imei', 'feed_name', 'serial_number', 'model', 'sim_number', 'sim_network', 'bundle_until'],
  job: 'import trackers',
  sentences: {
    noTable: 'No table was found in this file. It needs column names, and lines with an IMEI or a name in the feed.',
    nothingToTake: 'No line of this list is a tracker that is not known yet.',
    otherDays: 'days fit',
  },
  fewestCells: 1,
  names: {
    imei: [/^imei/i, /^(device|tracker|unique)[ ._]?imei/i],
    feed_name: [/^name in( the)? feed/i, /^(device|tracker|traccar|unique)?[ ._]?(id|identifier)$/i],
    serial_number: [/^(serial|s\/?n)/i],
    model: [/^(model|type|device( model)?)$/i],
    sim_number: [/^(sim|phone|msisdn)([ ._]*(no|number|card))?/i, /^(mobile|number)/i],
    sim_network: [/^(network|operator|carrier|provider)/i],
    bundle_until: [/bundle|expir|valid/i],
  },
  suggest: (columns) => ({ ...columns, wrong_digits: 'left_out' }),
  ofOneFile: ['wrong_digits'],
  judge,
  chunk: 500,
  take: async (tx, _import, lines, { by, now }) => {
    const known = await knownNames(tx, lines.flatMap(namesOf));
    const fresh = lines.filter((line) => !namesOf(line).some((name) => known.has(name)));
    const rows = fresh.map(({ imei, feed_name, serial_number, model, sim_number, sim_network, bundle_until }) => ({
      ...storedNames(given({ imei, feed_name })),
      ...{ serial_number, model, sim_network, bundle_until },
      sim_number: sim_number === '' ? null : sim_number,
      ...{ added_at: now, status_at: now, added_by: by?.accountId ?? null },
    }));
    const added = new Set(pluck(await insertDevices(tx, rows), 'imei'));
    return lines.map((line) => ({
      line: line.line,
      ...(added.has(line.imei || line.feed_name) ? { outcome: 'new', reason: remarkOf(line) } : KNOWN),
      is_imported: true,
    }));
  },
  keepsLinesDays: KEPT_DAYS,
});

export const { job: deviceImport, clearOld: clearOldDeviceImports } = importOfDevices;
