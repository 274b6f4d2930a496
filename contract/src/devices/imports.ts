import { z } from 'zod';
import { Day } from '../common/fields.ts';
import { defineImport, importEndpoints } from '../common/imports.ts';
import { columnOf } from '../common/lists/define-list.ts';

/** The outcomes of lines, in words of before their import. */
const OUTCOME_LABELS = {
  new: 'Will be added',
  known: 'Already known',
  repeated: 'Twice in this file',
  refused: 'Refused',
} as const;
export type DeviceLineOutcome = keyof typeof OUTCOME_LABELS;

export const deviceLineLabel = (outcome: DeviceLineOutcome, { isImported }: { isImported: boolean }): string =>
  isImported && outcome === 'new' ? 'Added' : OUTCOME_LABELS[outcome];

const MISSING_NAME_COLUMN = 'Please choose the column of the IMEI, or that of the name in the feed.';

/** Choices for IMEIs whose last digit does not fit the others. */
export const WRONG_DIGIT_LABELS = { left_out: 'Leave out', taken: 'Take as they are' } as const;

export const deviceImports = defineImport({
  name: 'device-imports',
  noun: 'device_import',
  idKey: 'import_id',
  thing: 'list',
  kind: 'list of trackers',
  url: '/device_imports',
  access: 'devices.change',
  tags: ['devices'],
  fields: {
    labels: {
      imei: 'IMEI',
      feed_name: 'Name in the feed',
      serial_number: 'Serial number',
      model: 'Model',
      sim_number: 'SIM number',
      sim_network: 'Network',
      bundle_until: 'Bundle until',
    },
    needed: [],
    days: ['bundle_until'],
  },
  own: { wrong_digits: z.enum(['left_out', 'taken']).default('left_out') },
  rules: [[({ imei, feed_name }) => (imei ?? feed_name) !== null, 'imei', MISSING_NAME_COLUMN]],
  outcomes: OUTCOME_LABELS,
  takes: ['new'],
  counted: {},
  row: {},
  columns: [],
  record: {},
  line: {
    imei: z.string(),
    feed_name: z.string(),
    serial_number: z.string(),
    model: z.string(),
    sim_number: z.string(),
    sim_network: z.string(),
    bundle_until: Day.nullable(),
  },
  lineColumns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    columnOf('imei', 'IMEI'),
    columnOf('feed_name', 'Name in the feed'),
    columnOf('serial_number', 'Serial number'),
    columnOf('model', 'Model'),
    columnOf('sim_number', 'SIM number', 'phone'),
    columnOf('sim_network', 'Network'),
    columnOf('bundle_until', 'Bundle until', 'day'),
    { key: 'outcome', header: 'Outcome', kind: 'text', value: ({ outcome }) => OUTCOME_LABELS[outcome] },
    columnOf('reason', 'Why'),
  ],
  uploadsAnHour: 60,
  texts: {
    list: 'Lists of trackers that were sent',
    lines: 'Lines of lists of trackers',
    linesNote: '',
    start: 'Trackers that are known by then are left out, so that an import may be repeated and lists may overlap.',
  },
});
export const { mapping: DeviceMapping, suggestion: SuggestedDeviceMapping, record: DeviceImport } = deviceImports;
export type DeviceMapping = z.output<typeof DeviceMapping>;
export type SuggestedDeviceMapping = z.output<typeof SuggestedDeviceMapping>;
export type DeviceImport = z.output<typeof DeviceImport>;

export const deviceImportEndpoints = importEndpoints('DeviceImport', deviceImports, 'startDeviceImport');
