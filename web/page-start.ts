/** Gives the text of a file of the build, by its address: `/assets/site-1a2b.css`. */
export type Read = (address: string) => string;

const MANIFEST = /import "(\/assets\/manifest-[^"]+)";/;
const ROUTE = /import \* as (route\d+) from "([^"]+)";/g;
const ENTRY = /import\("([^"]+)"\);/;
/** A file that only re-exports another, as the bundler writes it for routes in larger files. */
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

/** React finds the link, but no browser fetches a preload for a medium that never matches. */
const notFetched = (html: string, address: string): string =>
  html.replace(
    `<link rel="modulepreload" href="${address}"/>`,
    `<link rel="modulepreload" media="not all" href="${address}"/>`,
  );

/** Skips files that only re-export another: each would cost a call and its headers. */
export const passByNames = (html: string, read: Read): string => {
  const passedBy: string[] = [];
  const pass = (line: string, address: string, instead: (other: { names: string[]; address: string }) => string) => {
    const other = named(address, read);
    if (!other) return line;
    passedBy.push(address);
    return instead(other);
  };
  const short = html
    .replace(ROUTE, (line, route, address) =>
      pass(line, address, (other) => asRoute(route, other.names, other.address)),
    )
    .replace(ENTRY, (line, address) => pass(line, address, (other) => line.replace(address, other.address)));
  return passedBy.reduce(notFetched, short);
};

/** Puts the list of routes into the page. */
export const withRoutes = (html: string, read: Read): string => {
  const [line, address] = MANIFEST.exec(html) ?? [];
  return line && address
    ? notFetched(
        html.replace(line, () => read(address).trim()),
        address,
      )
    : html;
};
