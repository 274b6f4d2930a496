import { ensureServer } from '../../scripts/lib/builds.js';
import { fillFolders } from './product.ts';

/** Runs before all journeys; the function that it returns runs after them. */
export default async (): Promise<() => Promise<void>> => {
  const build = await ensureServer();
  if (build === null) throw new Error('The server could not be built');
  process.env.SERVER_BUILD = build;
  return fillFolders();
};
