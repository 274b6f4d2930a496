import { readFileSync } from 'node:fs';
import { MANIFEST_PATH } from '@banbo/contract';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { chunkFileNames, chunks } from './chunks.ts';
import { siteFiles } from './site-files.ts';

const api = `http://localhost:${process.env.API_PORT ?? 3000}`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Canonical addresses, the sitemap and Open Graph need an absolute address. */
const publicUrl = new URL(process.env.PUBLIC_URL || 'http://localhost:3000').origin;

export default defineConfig({
  define: {
    'import.meta.env.PUBLIC_URL': JSON.stringify(publicUrl),
    'import.meta.env.BUILD_YEAR': String(new Date().getUTCFullYear()),
    'import.meta.env.PRODUCT_VERSION': JSON.stringify(version),
  },
  environments: { client: { build: { rolldownOptions: { output: { chunkFileNames, codeSplitting: chunks } } } } },
  plugins: [reactRouter(), siteFiles(publicUrl)],
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': api, '/documents': api, [MANIFEST_PATH]: api } },
});
