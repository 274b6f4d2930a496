import { parseSync, Visitor } from 'oxc-parser';

/** The domain of each table, from the names of the types in `server/src/db/tables/<domain>.ts`. */
export type Owners = ReadonlyMap<string, string>;

const FOLDER = 'server/src/db/tables/';

const tablesOf = (path: string, text: string): string[] => {
  const names: string[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (!id.name.endsWith('Tables') || typeAnnotation.type !== 'TSTypeLiteral') return;
      for (const member of typeAnnotation.members) {
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier') names.push(member.key.name);
      }
    },
  }).visit(program);
  return names;
};

/** Reads the owners from the files by path. A table that two files name belongs to the first. */
export const readOwners = (files: ReadonlyMap<string, string>): Owners => {
  const owners = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.startsWith(FOLDER)) continue;
    const owner = path.slice(FOLDER.length).replace(/\.ts$/, '');
    for (const table of tablesOf(path, text)) if (!owners.has(table)) owners.set(table, owner);
  }
  return owners;
};
