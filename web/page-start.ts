/** Gives the text of a file of the build, by its address: `/assets/site-1a2b.css`. */
export type Read = (address: string) => string;

const MANIFEST = /import "(\/assets\/manifest-[^"]+)";/;
const ROUTE = /import \* as (route\d+) from "([^"]+)";/g;
const ENTRY = /import\("([^"]+)"\);/;
/** A file that only names what another one has, as the bundler writes it for a route whose code is in a larger file. */
const ONLY_NAMES = /^(?:export\{([^}]*)\}from|import)"\.\/([^"]+)";?\s*$/;

const named = (address: string, read: Read) => {
  const [, names = '', file] = ONLY_NAMES.exec(read(address)) ?? [];
  return file ? { names: names.split(',').filter(Boolean), address: `/assets/${file}` } : null;
};

/** `B as default` of the route's file, as an import and as a property. */
const asRoute = (route: string, names: readonly string[], address: string): string => {
  const pairs = names.map((name) => name.split(' as ')).map(([own = '', shown = own]) => ({ own, shown }));
  const imports = pairs.map(({ own, shown }) => `${own} as ${route}_${shown}`);
  const properties = pairs.map(({ shown }) => `"${shown}":${route}_${shown}`);
  return `import {${imports}} from "${address}";const ${route}={${properties}};`;
};

/** A browser fetches no preload for a medium that it has not; React finds the link that it looks for. */
const notFetched = (html: string, address: string): string =>
  html.replace(
    `<link rel="modulepreload" href="${address}"/>`,
    `<link rel="modulepreload" media="not all" href="${address}"/>`,
  );

/**
 * Makes a page start from fewer files: the list of routes stands in the page, and a file that only names what another one has
 * is passed by. Each would cost a call and headers longer than itself.
 */
export const startShort = (html: string, read: Read): string => {
  const passedBy: string[] = [];
  const pass = (address: string): void => void passedBy.push(address);
  const short = html
    .replace(MANIFEST, (_, address) => {
      pass(address);
      return read(address).trim();
    })
    .replace(ROUTE, (line, route, address) => {
      const other = named(address, read);
      if (!other) return line;
      pass(address);
      return asRoute(route, other.names, other.address);
    })
    .replace(ENTRY, (line, address) => {
      const other = named(address, read);
      if (!other) return line;
      pass(address);
      return line.replace(address, other.address);
    });
  return passedBy.reduce(notFetched, short);
};
