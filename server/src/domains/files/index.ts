export {
  adoptFiles,
  type Belongings,
  bindFiles,
  countMissing,
  discardFile,
  expectFile,
  keepFile,
  ownFiles,
  releaseFile,
  sweepAllFiles,
  sweepFiles,
} from './stored-files.ts';
