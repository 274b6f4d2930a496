import { type Column, plainSql, type Schema, type Table, wrap } from './read-schema.ts';

const HEAD = `-- The tables, constraints, indexes, triggers and functions that the migrations make. Written by npm run schema;
-- to change it, add a migration.
`;

const columnLine = ({ name, type, collation, is_nullable, is_identity, is_generated, expression }: Column): string =>
  [
    `"${name}"`.replace(/^"([a-z_]+)"$/, '$1'),
    type.replace('timestamp with time zone', 'timestamptz').replace(',', ', '),
    collation && `COLLATE "${collation}"`,
    is_generated && `GENERATED ALWAYS AS (${expression}) STORED`,
    is_identity && 'GENERATED ALWAYS AS IDENTITY',
    !is_generated && expression !== null && `DEFAULT ${expression}`,
    !is_nullable && 'NOT NULL',
  ]
    .filter(Boolean)
    .join(' ');

const comment = (text: string | null, indent: string): string[] => (text === null ? [] : wrap(text, `${indent}-- `));

const tableSql = (table: Table): string => {
  const { name, is_unlogged, partitioned_by, options, columns, constraints, indexes, triggers } = table;
  const constraintLines = constraints.map((one) => `  CONSTRAINT ${one.name} ${one.definition}`);
  const lines = [
    ...columns.map((column) => [...comment(column.comment, '  '), `  ${columnLine(column)}`].join('\n')),
    ...constraintLines,
  ];
  const partitioned = partitioned_by === null ? '' : ` PARTITION BY ${partitioned_by}`;
  const end = options.length > 0 ? `) WITH (${options.join(', ')});` : `)${partitioned};`;
  return [
    ...comment(table.comment, ''),
    `CREATE ${is_unlogged ? 'UNLOGGED ' : ''}TABLE ${name} (`,
    lines.join(',\n'),
    end,
    ...[...indexes, ...triggers].map((statement) => `${statement};`),
  ].join('\n');
};

/** The schema for people to read, the tables by the domain that owns them. */
export const schemaSql = (
  { domains, tables, views, functions }: Schema,
  owners: Readonly<Record<string, string>>,
): string => {
  const tablesOf = (names: string): string[] =>
    names.split(' ').flatMap((name) => tables.filter((table) => table.name === name).map(tableSql));
  const parts = Object.entries(owners).flatMap(([owner, names]) => [`-- == ${owner} ==`, ...tablesOf(names)]);
  const types = domains.map((one) => `${one};`).join('\n');
  const made = ['-- == views ==', ...views, '-- == functions ==', ...functions.map((one) => `${one.trim()};`)];
  const texts = ['-- == types ==', types, ...parts, ...made];
  return plainSql(`${HEAD}\n${texts.join('\n\n')}\n`);
};
