import { parseSync, Visitor } from 'oxc-parser';

/** The domain of each table, from the names of the types in `server/src/db/tables.ts`. */
export type Owners = ReadonlyMap<string, string>;

const FILE = 'server/src/db/tables.ts';

/** Reads the owners of tables: those of `type DriversTables = {…}` belong to `drivers`. */
export const readOwners = (files: ReadonlyMap<string, string>): Owners => {
  const owners = new Map<string, string>();
  const { program } = parseSync(FILE, files.get(FILE) ?? '');
  new Visitor({
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (!id.name.endsWith('Tables') || typeAnnotation.type !== 'TSTypeLiteral') return;
      const owner = id.name.replace(/Tables$/, '').toLowerCase();
      for (const member of typeAnnotation.members) {
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
          owners.set(member.key.name, owner);
      }
    },
  }).visit(program);
  return owners;
};
