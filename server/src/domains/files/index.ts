export { adoptFiles, type Belongings, claimFiles, countMissing } from './claim-files.ts';
export { discardFile, expectFile, keepFile, letFileGo } from './file-life.ts';
export { ownFiles } from './own-files.ts';
export { sweepAllFiles, sweepFiles } from './sweep-files.ts';
