/** A route in the list that the framework writes for browsers. */
type Route = { id: string; path?: string } & Record<string, unknown>;

const LIST = /^(window\.__reactRouterManifest=)(\{.*\})(;?)\s*$/s;
/** Fewer routes than these are not worth the code that makes them. */
const FEWEST = 4;

/** Routes whose id is their path, grouped by everything else. */
const groupsOf = (routes: readonly Route[]): [shared: string, paths: string[]][] => {
  const groups = new Map<string, string[]>();
  for (const { id, path, ...shared } of routes) {
    if (id !== path) continue;
    const key = JSON.stringify(shared);
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups].filter(([, paths]) => paths.length >= FEWEST);
};

/**
 * Shortens the list of routes, which every page loads: routes that differ only by path, as the
 * office's do, are listed by path.
 */
export const shortRoutes = (script: string): string => {
  const [, assigned = '', json = '', end = ''] = LIST.exec(script) ?? [];
  if (json === '') return script;
  const manifest: { routes: Record<string, Route> } = JSON.parse(json);
  const groups = groupsOf(Object.values(manifest.routes));
  if (groups.length === 0) return script;
  const grouped = new Set(groups.flatMap(([, paths]) => paths));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => !grouped.has(id)));
  const made = groups.map(
    ([shared, paths]) => `for(const id of ${JSON.stringify(paths)})list.routes[id]={id,path:id,...${shared}};`,
  );
  return `${assigned}(list=>{${made.join('')}return list})(${JSON.stringify({ ...manifest, routes })})${end}`;
};
