import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MOVED_PAGES } from '../../web/app/routes/elsewhere-paths.ts';

const COMPRESSIBLE = /\.(html|js|mjs|css|svg|json|geojson|txt|xml|data)$/;
/** Below this a compressed file saves less than its headers cost. */
const MIN_BYTES = 600;

const brotli = (/** @type {Buffer} */ bytes) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
const gzipped = (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 });

/** A page is readable without its scripts, so on a slow line they come after styles and fonts. */
const putScriptsLast = async (/** @type {string} */ file) => {
  const page = await readFile(file, 'utf8');
  await writeFile(
    file,
    page.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" '),
  );
};

/** Compresses a file once, at the best setting, instead of at every answer at a middling one. */
const compress = async (/** @type {string} */ file) => {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  await Promise.all([writeFile(`${file}.br`, await brotli(bytes)), writeFile(`${file}.gz`, await gzipped(bytes))]);
};

/** @typedef {{ id: string, parentId?: string, path?: string, index?: boolean }} Route */

/** @returns {Promise<Record<string, Route>>} the router's list of pages, from its script. */
const readRoutes = async (/** @type {string[]} */ files) => {
  const manifest = files.find((file) => /^manifest-.*\.js$/.test(basename(file)));
  if (!manifest) throw new Error('The build has no manifest of its routes');
  /** @type {{ __reactRouterManifest: { routes: Record<string, Route> } }} */
  const window = { __reactRouterManifest: { routes: {} } };
  runInNewContext(await readFile(manifest, 'utf8'), { window });
  return window.__reactRouterManifest.routes;
};

/** @returns {string[]} all paths that the router knows, of future pages and redirects too. */
const pagesOf = (/** @type {Record<string, Route>} */ routes) => {
  /** @returns {string} where a route is, from its own part and those of what it stands in. */
  const pathOf = (/** @type {Route} */ { parentId, path = '' }) => {
    const parent = parentId ? routes[parentId] : undefined;
    return parent ? `${pathOf(parent)}/${path}` : path;
  };
  const parents = new Set(Object.values(routes).map((route) => route.parentId));
  const pages = Object.values(routes)
    .filter((route) => route.index || !parents.has(route.id))
    .map((route) => `/${pathOf(route).split('/').filter(Boolean).join('/')}`)
    .filter((path) => !path.includes('*'))
    .concat(Object.keys(MOVED_PAGES));
  return [...new Set(pages)].sort();
};

/** Completes the framework's build in this folder for serving; writes its list of pages last. */
export const finishWeb = async (/** @type {string} */ folder) => {
  const entries = await readdir(join(folder, 'client'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.filter((file) => file.endsWith('.html')).map(putScriptsLast));
  await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map(compress));
  // The server answers 404 for any other page.
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pagesOf(await readRoutes(files)), null, 2));
};
