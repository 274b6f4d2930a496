import { chmod, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { type Plugin, RolldownMagicString, rolldown } from 'rolldown';
import { placeBuild } from '../server/src/lib/build-folder.ts';
import { at } from './lib/paths.js';

// `ensureServer` runs this on the project's own Node, with the name that the build gets.
const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('The name of the build is missing');

const BUILDS = at('server/build');
const PROGRAMS = { main: 'src/main.ts', demo: 'src/demo.ts', cli: 'src/cli.ts' };

/** Packages with native code, and those that read files beside their own modules. */
const APART = /^(sharp|@node-rs\/argon2|pdfkit|fontkit|@fastify\/swagger-ui)$/;

/**
 * Lets modules find what stays outside the bundle: migrations and others by the folder of their
 * source, which is two levels above the build, and programs that they start, which are bundled too.
 */
const outside: Plugin = {
  name: 'outside',
  transform: {
    filter: { id: /\/(server|contract)\/.*\.ts$/, code: 'import.meta' },
    handler(code, id) {
      const source = relative(at('server/build/name'), dirname(id));
      const text = new RolldownMagicString(code);
      text.replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${source}`)})`);
      for (const [whole, file] of code.matchAll(/new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g)) {
        const program = this.emitFile({ type: 'chunk', id: `${dirname(id)}/${file}` });
        text.replace(whole, `new URL(import.meta.ROLLUP_FILE_URL_${program})`);
      }
      return { code: text };
    },
  },
};

const build = async (draft: string): Promise<void> => {
  const bundle = await rolldown({
    ...{ cwd: at('server'), input: PROGRAMS, platform: 'node', external: APART, plugins: [outside] },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await bundle.write({
    ...{ dir: draft, format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
    chunkFileNames: '[name]-[hash].js',
    // Less text is read at each start; names stay, for logs.
    minify: { compress: true, mangle: false },
  });
  // PostgreSQL's own user, whom root's server starts programs as, must reach them.
  await chmod(draft, 0o755);
  await writeFile(`${draft}/programs.json`, JSON.stringify(output.map(({ fileName }) => fileName)));
};

try {
  await placeBuild({ builds: BUILDS, name, whole: 'programs.json', build });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
