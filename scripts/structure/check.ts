import { commentOffences } from './comment-rules.ts';
import { docPathOffences } from './doc-paths.ts';
import { equalExportOffences } from './equal-exports.ts';
import { lateAwaitOffences } from './late-awaits.ts';
import { findOffences } from './offences.ts';
import { readTree } from './read-tree.ts';
import { migrationOffences } from './released-migrations.ts';
import { repeatOffences } from './repeats.ts';
import { styleClassOffences } from './style-classes.ts';

const root = process.argv[2] ?? process.cwd();
const files = readTree(root);
const offences = [
  ...findOffences(files),
  ...migrationOffences(root),
  ...docPathOffences(root),
  ...commentOffences(root),
  ...repeatOffences(root),
  ...lateAwaitOffences(root),
  ...styleClassOffences(root),
  ...equalExportOffences(root),
];
for (const { at, rule, detail } of offences) console.error(`${at}  ${rule}${detail && `  (${detail})`}`);
// An empty tree breaks no rule, but was not checked either.
if (files.size === 0) console.error(`No TypeScript files were found in ${root}.`);
process.exit(offences.length > 0 || files.size === 0 ? 1 : 0);
