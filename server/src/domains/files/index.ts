export { adoptFiles, type Belongings, claimFiles, countMissing, ownFiles } from './claim-files.ts';
export { discardFile, expectFile, keepFile, letFileGo, sweepAllFiles, sweepFiles } from './sweep-files.ts';
