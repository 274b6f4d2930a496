export { importLife, unfit } from './import-life.ts';
export { defineTakeBack } from './take-back.ts';
