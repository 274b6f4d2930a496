import { copyFiles, copyLog } from './copy-cluster.ts';

// Copies a cluster as its owner, in a process that `copy-cluster.ts` starts.
const [what, from = '', to = '', first = '', last = '', label = ''] = process.argv.slice(2);
process.umask(0o077);
if (what === 'files') await copyFiles(from, to);
else await copyLog(from, to, { first, last }, label);
