import { z } from 'zod';
import { Done, endpoint } from '../../common/endpoint.ts';
import { Id } from '../../common/fields.ts';
import { FileLine, ImportProgress, MAX_TABLE_BYTES } from '../../common/imports.ts';
import { DriverImportSummary, driverImportList, driverLineList } from './lists.ts';
import { DriverMapping, SuggestedDriverMapping } from './mapping.ts';
import { DRIVER_LINE_OUTCOMES } from './outcomes.ts';
import { previewTakeBack, TakenBack, takeBackDriverImport } from './taking-back.ts';

const tags = ['drivers'];
const access = 'drivers.import';

export const DriverImport = DriverImportSummary.extend({
  /** Null until the columns are chosen. */
  mapping: DriverMapping.nullable(),
  /** How many of its lines have each outcome. */
  counts: z.array(z.object({ outcome: z.enum(DRIVER_LINE_OUTCOMES), lines: z.int() })),
  /** Why it cannot be imported as it is mapped; empty where it can. */
  problem: z.string(),
  /** How far its import is; null before it. */
  progress: ImportProgress.nullable(),
  /** Its drivers’ taking back; null before the first. */
  taken_back: TakenBack.nullable(),
  /** The lines at the file's beginning. */
  head: z.array(FileLine),
  suggestion: SuggestedDriverMapping,
  /** True when the suggestion is how an earlier list with the same column names was read. */
  is_remembered: z.boolean(),
});
export type DriverImport = z.output<typeof DriverImport>;

export const uploadDriverImport = endpoint('POST /driver_imports', access, {
  summary: 'Send a list of drivers, as CSV or XLSX',
  description: 'It makes no driver yet: choose its columns, look at what would happen, and import it then.',
  tags,
  idempotent: true,
  maxFileBytes: MAX_TABLE_BYTES,
  limits: [{ by: 'caller', max: 60, seconds: 3_600 }],
  errors: ['too_large'],
  consumes: ['multipart/form-data'],
  body: z.strictObject({ file: z.file() }),
  created: z.object({ status: z.literal(true), message: z.string(), import_id: Id }),
});

export const getDriverImport = endpoint('GET /driver_imports/:id', access, {
  summary: 'A list of drivers, how it is or could be read, and what becomes of its lines',
  tags,
  errors: ['not_found'],
  answer: DriverImport,
});

export const mapDriverImport = endpoint('PATCH /driver_imports/:id', access, {
  summary: 'Say which column of a list is what, and see what an import would do',
  description: 'Remembered for lists with the same column names. Makes no driver.',
  tags,
  errors: ['not_found', 'conflict'],
  body: DriverMapping,
  answer: z.object({ status: z.literal(true), message: z.string(), driver_import: DriverImport }),
});

export const startDriverImport = endpoint('POST /driver_imports/:id/import', access, {
  summary: 'Make drivers of a list as it was checked; it goes on by itself',
  description:
    'Whoever has registered by then is left out, so that an import may be repeated and lists may overlap. Nobody is texted.',
  tags,
  idempotent: true,
  errors: ['not_found', 'conflict'],
  created: Done,
});

export const cancelDriverImport = endpoint('POST /driver_imports/:id/cancel', access, {
  summary: 'Stop an import; the drivers it has made stay, and it can go on later',
  tags,
  errors: ['not_found', 'conflict'],
});

export const discardDriverImport = endpoint('DELETE /driver_imports/:id', access, {
  summary: 'Discard a list of which no driver was made',
  tags,
  errors: ['not_found', 'conflict'],
});

export const driverImportEndpoints = {
  listDriverImports: driverImportList.page,
  exportDriverImports: driverImportList.file,
  listDriverImportLines: driverLineList.page,
  exportDriverImportLines: driverLineList.file,
  uploadDriverImport,
  getDriverImport,
  mapDriverImport,
  startDriverImport,
  cancelDriverImport,
  discardDriverImport,
  previewTakeBack,
  takeBackDriverImport,
} as const;
