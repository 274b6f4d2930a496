import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const NAMED_ONCE = 'Two modules of the server, the web or the contract never export the same name.';

/** An endpoint of the contract may share its name with the use case behind it, so each is checked apart. */
const ROOMS = ['contract/src', 'server/src', 'web/app'];
const SOURCE = /(?<!\.test|\.d)\.tsx?$/;
/** Modules whose export names the router prescribes. */
const ROUTES = 'web/app/routes/';

/** The names that a module declares and exports with their offsets; re-exports are left out. */
const namesOf = (path: string, text: string): { name: string; at: number }[] =>
  parseSync(path, text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    const { declaration } = statement;
    const ids =
      declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : [declaration.id];
    return ids.flatMap((id) => (id?.type === 'Identifier' ? [{ name: id.name, at: statement.start }] : []));
  });

/** Each further export of a name in its room, beside the first module that exports it. */
export const equalExportOffences = (root: string): Offence[] =>
  ROOMS.filter((room) => existsSync(join(root, room))).flatMap((room) => {
    const first = new Map<string, string>();
    return pathsBelow(root, room)
      .filter((path) => SOURCE.test(path) && !path.startsWith(ROUTES))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        return namesOf(path, text).flatMap(({ name, at }) => {
          const other = first.get(name);
          if (other === undefined) first.set(name, path);
          // A type and a value of one module are one export.
          if (other === undefined || other === path) return [];
          const line = text.slice(0, at).split('\n').length;
          return [{ at: `${path}:${line}`, rule: NAMED_ONCE, detail: `${name}, ${other}` }];
        });
      });
  });
