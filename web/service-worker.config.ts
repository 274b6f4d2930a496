import { build } from 'vite';
import { PUBLIC_PAGES } from './app/lib/public-pages.ts';
import { collectKeptFiles } from './collect-kept-files.ts';

/** Builds `/sw.js` into the finished client build, with the list of the files that it keeps. */
export const buildServiceWorker = async (client: string): Promise<void> => {
  const kept = collectKeptFiles(
    client,
    PUBLIC_PAGES.map(({ path }) => path),
  );
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    define: { __KEPT_FILES__: JSON.stringify(kept) },
    build: {
      outDir: client,
      emptyOutDir: false,
      lib: { entry: 'sw/service-worker.ts', name: 'worker', formats: ['iife'], fileName: () => 'sw.js' },
    },
  });
};
