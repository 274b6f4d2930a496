/** SPEC §9: how long a page's code may take to arrive. */
const CHUNK_TIMEOUT_MS = 120_000;

type Manifest = { routes: Record<string, { path?: string; module: string } | undefined> };

/** The router's own list of which file holds which page; absent while pages are written at build time. */
const manifest = (): Manifest | undefined =>
  (globalThis as { __reactRouterManifest?: Manifest | undefined }).__reactRouterManifest;

const moduleOf = (pattern: string): string | undefined =>
  Object.values(manifest()?.routes ?? {}).find((route) => route?.path && `/${route.path}` === pattern)?.module;

const timeLimit = (): { passed: Promise<never>; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long to arrive.')), CHUNK_TIMEOUT_MS);
  });
  return { passed, stop: () => clearTimeout(timer) };
};

/**
 * Fetches a page's code before the router does, which on a failure would load the whole site again and again. Rejects
 * when the code cannot be had within the time limit. `pattern` is the route's, like `/display_driver/:id`.
 */
export const fetchRouteChunk = async (pattern: string): Promise<void> => {
  const module = moduleOf(pattern);
  if (!module) return;
  const { passed, stop } = timeLimit();
  await Promise.race([import(/* @vite-ignore */ module), passed]).finally(stop);
};
