import {
  MISSING_COLUMN,
  NEEDED_STATEMENT_FIELDS,
  STATEMENT_FIELDS,
  type Statement,
  type StatementField,
  type StatementMapping,
} from '@banbo/contract';
import { chosenColumn, columnText } from '~/components/table-import/column-choices.ts';

/** The mapping as its form has it: columns by their numbers as text, empty for none. */
export type MappingValues = Record<StatementField | 'header_line' | 'mode' | 'day_order', string>;

/** The mapping of a statement, or its suggestion where it has none yet. */
export const valuesOf = ({ mapping, suggestion }: Pick<Statement, 'mapping' | 'suggestion'>): MappingValues => {
  const from = mapping ?? suggestion;
  const columns = STATEMENT_FIELDS.map((field) => [field, columnText(from[field])]);
  return {
    ...(Object.fromEntries(columns) as Record<StatementField, string>),
    header_line: String(from.header_line),
    mode: from.mode,
    day_order: from.day_order ?? '',
  };
};

/** The problems of values that the form itself can tell. */
export const checkMapping = (values: MappingValues): Record<string, string> => {
  const missing = NEEDED_STATEMENT_FIELDS.filter((field) => values[field] === '');
  return {
    ...Object.fromEntries(missing.map((field) => [field, MISSING_COLUMN])),
    ...(values.day_order === '' && { day_order: 'Please say which comes first in its days.' }),
  };
};

/** The mapping to send. */
export const mappingOf = (values: MappingValues, directions: StatementMapping['directions']): StatementMapping => {
  const columns = STATEMENT_FIELDS.map((field) => [field, chosenColumn(values[field])]);
  return {
    ...(Object.fromEntries(columns) as StatementMapping),
    header_line: Number(values.header_line),
    mode: values.mode as StatementMapping['mode'],
    day_order: values.day_order as StatementMapping['day_order'],
    directions,
  };
};
