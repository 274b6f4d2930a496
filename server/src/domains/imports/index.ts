export { type AskedOfImport, importLife, unfit } from './import-life.ts';
export type { StoredRow } from './imports.repo.ts';
export { defineTakeBack } from './take-back.ts';
