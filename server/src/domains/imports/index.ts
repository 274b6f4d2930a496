export { defineImport, unfit } from './define-import.ts';
export { defineTakeBack } from './take-back.ts';
