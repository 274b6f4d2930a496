import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const NAMED_ONCE =
  'Two modules of the server, the web and the contract never export the same name, but an endpoint and its use case may.';

const ROOMS = ['contract/src', 'server/src', 'web/app'];
const SOURCE = /(?<!\.test|\.d)\.tsx?$/;
/** Modules whose export names the router prescribes. */
const ROUTES = 'web/app/routes/';

type Export = { name: string; isType: boolean; path: string; at: number };

/** The names that a module declares and exports with their offsets; re-exports are left out. */
const exportsOf = (path: string, text: string): Export[] =>
  parseSync(path, text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    const { declaration } = statement;
    const isType = declaration.type.startsWith('TS');
    const ids =
      declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : [declaration.id];
    return ids.flatMap((id) =>
      id?.type === 'Identifier' ? [{ name: id.name, isType, path, at: statement.start }] : [],
    );
  });

/** True for values of the contract and the server, in this order: an endpoint and its use case. */
const areEndpointAndUseCase = (one: Export, other: Export): boolean =>
  [one, other].every(({ name, isType }) => !isType && /^[a-z]/.test(name)) &&
  one.path.startsWith('contract/') &&
  other.path.startsWith('server/');

/** Each export of a name that another module exports too, beside the first such module. */
export const equalExportOffences = (root: string): Offence[] => {
  const known = new Map<string, Export[]>();
  const mayShare = (one: Export, other: Export): boolean =>
    // A type and a value of one module are one export.
    one.path === other.path || areEndpointAndUseCase(one, other);
  return ROOMS.filter((room) => existsSync(join(root, room)))
    .flatMap((room) => pathsBelow(root, room))
    .filter((path) => SOURCE.test(path) && !path.startsWith(ROUTES))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return exportsOf(path, text).flatMap((one) => {
        const others = known.get(one.name) ?? [];
        known.set(one.name, [...others, one]);
        const equal = others.find((other) => !mayShare(other, one));
        if (!equal) return [];
        const line = text.slice(0, one.at).split('\n').length;
        return [{ at: `${path}:${line}`, rule: NAMED_ONCE, detail: `${one.name}, ${equal.path}` }];
      });
    });
};
