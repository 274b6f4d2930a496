export {
  adoptFiles,
  type Belongings,
  bindFiles,
  countMissing,
  discardFile,
  keepFile,
  ownFiles,
  sweepAllFiles,
  sweepFiles,
} from './stored-files.ts';
export { expectFile, releaseFile } from './unowned-files.repo.ts';
