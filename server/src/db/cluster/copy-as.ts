import { copyFiles, copyLog } from './copy-cluster.ts';

// The program that copies a cluster as its owner; `copy-cluster.ts` starts it.
const [what, from = '', to = '', first = '', last = '', label = ''] = process.argv.slice(2);
process.umask(0o077);
if (what === 'files') await copyFiles(from, to);
else await copyLog(from, to, { first, last }, label);
