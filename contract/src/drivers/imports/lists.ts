import { z } from 'zod';
import { Id } from '../../common/fields.ts';
import { IMPORT_COLUMNS, ImportSummary } from '../../common/imports.ts';
import { columnOf, defineList, type ListColumn } from '../../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../../common/lists/filters.ts';
import { DRIVER_LINE_FIELDS, DRIVER_LINE_LABELS, type DriverLineField } from './mapping.ts';
import { DRIVER_LINE_OUTCOMES, driverLineLabel } from './outcomes.ts';

const tags = ['drivers'];

export const DriverImportSummary = ImportSummary.extend({
  /** How many drivers were made of its lines so far. */
  drivers: z.int(),
});
export type DriverImportSummary = z.output<typeof DriverImportSummary>;

const ListedImport = DriverImportSummary.extend({
  /** How many of its drivers were taken back. */
  taken_back: z.int(),
});
export type ListedImport = z.output<typeof ListedImport>;

export const driverImportList = defineList({
  name: 'driver-imports',
  url: '/driver_imports',
  access: 'drivers.import',
  summary: 'Lists of drivers that were sent, the newest first',
  tags,
  row: ListedImport,
  filters: {},
  sorts: ['-uploaded_at', 'uploaded_at'],
  reach: 10_000,
  columns: [
    ...IMPORT_COLUMNS,
    columnOf('drivers', 'Drivers Added', 'number'),
    columnOf('taken_back', 'Taken Back', 'number'),
  ],
});

/** A driver beside a line: the current one whom it repeats, or the one that was made of it. */
const LineDriver = z.object({
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
});
export type LineDriver = z.output<typeof LineDriver>;

export const DriverLine = z.object({
  id: z.string(),
  driver_import: Id,
  /** Its number in the file, from 1. */
  line: z.int(),
  outcome: z.enum(DRIVER_LINE_OUTCOMES),
  /** Why it is left out, or what is to be known of the driver. */
  reason: z.string(),
  is_imported: z.boolean(),
  fullname: z.string(),
  /** The cells of the chosen columns as the file has them; empty without one. */
  cells: z.object(
    Object.fromEntries(DRIVER_LINE_FIELDS.map((field) => [field, z.string()])) as Record<DriverLineField, z.ZodString>,
  ),
  /** The current driver with the same car, or of the same person. */
  known: LineDriver.nullable(),
  /** The driver that was made of the line. */
  driver: LineDriver.nullable(),
});
export type DriverLine = z.output<typeof DriverLine>;

const inLine = (driver: LineDriver | null): string =>
  driver
    ? `${driver.driver_code}, ${driver.fullname}, ${driver.car_number}, ${driver.mobile_number.replace('+233', '0')}`
    : '';

/**
 * The cells as columns, under the names by which a file with them is understood when it is sent
 * again.
 */
const cellColumns = DRIVER_LINE_FIELDS.map(
  (field): ListColumn<DriverLine> => ({
    key: field,
    header: DRIVER_LINE_LABELS[field],
    kind: 'text',
    value: ({ cells }) => cells[field],
  }),
);

/** The filter by outcome, in the words of before the import or of after it. */
const outcomeFilter = (isImported: boolean) =>
  choiceFilter('Outcome', 'All lines', DRIVER_LINE_OUTCOMES, (outcome) => driverLineLabel(outcome, { isImported }));

export const driverLineList = defineList({
  name: 'driver-import-lines',
  url: '/driver_imports/lines',
  access: 'drivers.import',
  summary: 'Lines of lists of drivers, with what becomes of each and why',
  description:
    'Before an import it says what would happen, and afterwards what did. Its file has the cells of the list, to be mended and sent again.',
  tags,
  row: DriverLine,
  filters: {
    driver_import: fixedFilter('Import', Id.optional()),
    outcome: outcomeFilter(false),
  },
  sorts: ['line', '-line'],
  reach: 50_000,
  columns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    {
      key: 'outcome',
      header: 'Outcome',
      kind: 'text',
      value: ({ outcome, is_imported }) => driverLineLabel(outcome, { isImported: is_imported }),
    },
    columnOf('reason', 'Why'),
    { key: 'known', header: 'Driver', kind: 'text', value: ({ known, driver }) => inLine(driver ?? known) },
    ...cellColumns,
  ],
});

/** The filters of lines whose list was imported. */
export const importedLineFilters = { ...driverLineList.filters, outcome: outcomeFilter(true) };
