import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { placeBuild } from '../server/src/lib/build-folder.ts';
import { finishWeb } from './lib/finish-web.js';
import { at, innerEnvironment, NODE } from './lib/paths.js';
import { run } from './lib/run.js';

// `ensureWeb` runs this on the project's own Node, with the name that the build gets.
const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('The name of the build is missing');

const build = async (draft: string): Promise<void> => {
  const env = { ...innerEnvironment(), NODE_ENV: 'production', WEB_DRAFT: draft };
  const made = await run(NODE, [at('node_modules/@react-router/dev/bin.cjs'), 'build'], { cwd: at('web'), env });
  if (made.code !== 0) throw new Error(made.output);
  // The framework wrote the pages with it; no server needs it.
  await rm(join(draft, 'server'), { recursive: true });
  await finishWeb(draft);
};

try {
  await placeBuild({ builds: at('web/build'), name, whole: 'pages.json', build });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
