import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { at } from './lib/paths.js';

const COMPRESSIBLE = /\.(html|js|mjs|css|svg|json|txt|xml|webmanifest|data)$/;
/** Below this a compressed file saves less than its headers cost. */
const MIN_BYTES = 600;

const brotli = (/** @type {Buffer} */ bytes) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
const gzipped = (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 });

// Compressed once here, at the best setting, rather than at every answer at a middling one.
const CLIENT = at('web/build/client');
const entries = await readdir(CLIENT, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

await Promise.all(
  files.map(async (file) => {
    const bytes = await readFile(file);
    if (bytes.length < MIN_BYTES) return;
    await Promise.all([writeFile(`${file}.br`, await brotli(bytes)), writeFile(`${file}.gz`, await gzipped(bytes))]);
  }),
);
