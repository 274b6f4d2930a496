import { type Column, plainSql, type Schema, type Table, wrap } from './read-schema.ts';

/** Column types by base type; `string` for all others. Possibly large numbers come as text. */
const BASES: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
};

/** Types that the database does not know: JSON shapes, and words limited by triggers or rows. */
const TOLD: Readonly<Record<string, string>> = {
  'accounts.role': 'Role',
  'alone_decisions.action': 'AuditAction',
  'approvals.changes': 'AskedChange[]',
  'approvals.kind': 'ApprovalKind',
  'book_checks.differences': 'string[]',
  'balance_import_lines.cells': 'string[]',
  'balance_import_mappings.mapping': 'BalanceMapping',
  'balance_imports.counts': '{ outcome: BalanceLineOutcome; lines: number }[]',
  'balance_imports.mapping': 'BalanceMapping',
  'balance_imports.suggestion': 'SuggestedBalanceMapping',
  'credit_uses.period': 'Period',
  'device_import_lines.cells': 'string[]',
  'device_import_mappings.mapping': 'DeviceMapping',
  'device_imports.counts': '{ outcome: DeviceLineOutcome; lines: number }[]',
  'device_imports.mapping': 'DeviceMapping',
  'device_imports.suggestion': 'SuggestedDeviceMapping',
  'driver_changes.after': 'ChangedValues',
  'driver_changes.before': 'ChangedValues',
  'driver_import_lines.cells': 'string[]',
  'driver_import_mappings.mapping': 'DriverMapping',
  'driver_imports.counts': '{ outcome: DriverLineOutcome; lines: number }[]',
  'driver_imports.mapping': 'DriverMapping',
  'driver_imports.suggestion': 'SuggestedDriverMapping',
  'driver_merges.before': 'MergedBefore',
  'fence_shapes.corners': '[latitude: number, longitude: number][]',
  'land_applications.applicant': 'ApplicantDraft',
  'land_applications.consent': 'Consent',
  'land_applications.inspection': 'Inspection',
  'land_applications.kind': 'ApplicationKind',
  'land_applications.terms': 'ApplicationTerms',
  'land_documents.facts': 'LandPaperFacts',
  'land_kind_papers.kind': 'ApplicationKind',
  'land_kinds.kind': 'ApplicationKind',
  'land_import_lines.cells': 'string[]',
  'land_import_mappings.mapping': 'LandMapping',
  'land_imports.ahead': 'LandCounts',
  'land_imports.counts': '{ outcome: LandLineOutcome; lines: number }[]',
  'land_imports.mapping': 'LandMapping',
  'land_imports.suggestion': 'SuggestedLandMapping',
  'payment_list.land_use': 'LandUse',
  'payments.period': 'Period',
  'rent_run_lines.outcome': 'RentOutcome',
  'rent_run_sums.outcome': 'RentOutcome',
  'payments.shares': 'SharePercents',
  'share_rules.types': 'string[]',
  'lease_rules.land_use': 'LandUse',
  'plots.boundary': '[longitude: number, latitude: number][]',
  'plots.closure': 'PlanClosure',
  'plots.survey': 'StoredSurvey',
  'prompts.period': 'Period',
  'receipts.lines': '{ text: string; amount: string }[]',
  'receipts.taxes': '{ name: string; rate: string; amount: string }[]',
  'role_permissions.permission': 'Permission',
  'saved_views.filters': 'Record<string, string>',
  'saved_views.hidden_columns': 'string[]',
  'statement_imports.counts': '{ outcome: LineOutcome; lines: number; amount: string }[]',
  'statement_imports.mapping': 'StatementMapping',
  'statement_imports.suggestion': 'SuggestedMapping',
  'statement_imports.unknown_directions': 'string[]',
  'statement_lines.cells': 'string[]',
  'statement_mappings.mapping': 'StatementMapping',
  'tenant_changes.after': 'Partial<TenantFields>',
  'tenant_changes.before': 'Partial<TenantFields>',
  'tenant_requests.refusals': 'Record<string, string>',
  'tenant_requests.wanted': 'Record<string, string | number | null>',
};

const IN_THIS_FOLDER = new Set(['ChangedValues', 'MergedBefore', 'StoredSurvey']);
const BUILT_IN = new Set(['Partial', 'Record']);

/** The words that a constraint of this column alone allows, as a union. */
const unionOf = ({ constraints }: Table, { name }: Column): string | undefined => {
  const words = constraints.map(({ definition }) =>
    /^CHECK \((\w+) IN \(((?:'\w[^']*'(?:, )?)+)\)\)/.exec(plainSql(definition)),
  );
  return words.find((found) => found?.[1] === name)?.[2]?.replaceAll(', ', ' | ');
};

const columnType = (table: Table, column: Column): string => {
  const place = `${table.name}.${column.name}`;
  const { base, is_nullable, is_identity, is_generated, expression } = column;
  const orNull = is_nullable ? ' | null' : '';
  const isOptional = expression !== null;
  if (base === 'jsonb') {
    const shape = TOLD[place] ?? 'unknown';
    return `${isOptional ? 'OptionalJson' : 'Json'}<${shape}>${orNull}`;
  }
  const type = `${TOLD[place] ?? unionOf(table, column) ?? BASES[base] ?? 'string'}${orNull}`;
  if (is_identity || is_generated) return `GeneratedAlways<${type}>`;
  return isOptional ? `Generated<${type}>` : type;
};

const docOf = (comment: string | null, indent: string): string => {
  if (comment === null) return '';
  if (comment.length < 90) return `${indent}/** ${comment} */\n`;
  return `${indent}/**\n${wrap(comment, `${indent} * `).join('\n')}\n${indent} */\n`;
};

const tableType = (table: Table): string => {
  const columns = table.columns.map(
    (column) => `${docOf(column.comment, '    ')}    ${column.name}: ${columnType(table, column)};\n`,
  );
  return `${docOf(table.comment, '  ')}  ${table.name}: {\n${columns.join('')}  };\n`;
};

const nameOf = (owner: string): string => `${owner[0]?.toUpperCase()}${owner.slice(1)}Tables`;

/** The row types of all tables, those of an owner together. */
export const rowTypes = ({ tables }: Schema, owners: Readonly<Record<string, string>>): string => {
  const owned = Object.entries(owners).map(([owner, names]) => {
    const types = names.split(' ').flatMap((name) => tables.filter((table) => table.name === name).map(tableType));
    return `type ${nameOf(owner)} = {\n${types.join('')}};\n`;
  });
  const told = new Set(Object.values(TOLD).flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? []));
  const importOf = (from: string, names: string[]): string =>
    `import type { ${names.sort().join(', ')} } from '${from}';\n`;
  return [
    '// Written by npm run schema from the migrated database; to change it, add a migration.\n',
    importOf(
      '@banbo/contract',
      [...told].filter((name) => !IN_THIS_FOLDER.has(name) && !BUILT_IN.has(name)),
    ),
    importOf('kysely', ['ColumnType', 'Generated', 'GeneratedAlways']),
    importOf('./json-shapes.ts', [...IN_THIS_FOLDER]),
    '\n/** Written as JSON text. */\ntype Json<Shape> = ColumnType<Shape, string, string>;\n',
    'type OptionalJson<Shape> = ColumnType<Shape, string | undefined, string>;\n\n',
    owned.join('\n'),
    `\nexport type StoredTables = ${Object.keys(owners).map(nameOf).join(' &\n  ')};\n`,
  ].join('');
};
