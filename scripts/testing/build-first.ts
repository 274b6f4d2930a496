import { ensureServer } from '../lib/builds.js';

/** Builds the server before tests that start it, for Vitest and Playwright, where it is not yet. */
const buildFirst = async (): Promise<void> => {
  const build = await ensureServer();
  if (build === null) throw new Error('The server could not be built');
  process.env.SERVER_BUILD = build;
};

export { buildFirst as default, buildFirst as setup };
