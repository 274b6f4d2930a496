import {
  DAY_FIELDS,
  DRIVER_LINE_FIELDS,
  type DriverImport,
  type DriverLineField,
  type DriverMapping,
  MISSING_COLUMN,
  MISSING_NAME_COLUMNS,
} from '@banbo/contract';
import { chosenColumn, columnText } from '~/components/table-import/column-choices.ts';

const OTHERS = [
  'header_line',
  'day_order',
  'name_order',
  'default_nationality',
  'default_identification_type',
  'default_plan',
] as const;

/** The mapping as its form has it: columns by their numbers as text, empty for none. */
export type MappingValues = Record<DriverLineField | (typeof OTHERS)[number], string>;

/** The mapping of a list, or its suggestion where it has none yet. */
export const valuesOf = ({ mapping, suggestion }: Pick<DriverImport, 'mapping' | 'suggestion'>): MappingValues => {
  const from = mapping ?? suggestion;
  return Object.fromEntries([
    ...DRIVER_LINE_FIELDS.map((field) => [field, columnText(from[field])]),
    ...OTHERS.map((name) => [name, String(from[name] ?? '')]),
  ]) as MappingValues;
};

/** True where a column of days is chosen, so that their order counts. */
export const hasDays = (values: MappingValues): boolean => DAY_FIELDS.some((field) => values[field] !== '');

/** The fields that share their column with one before them. */
const sharing = (values: MappingValues): DriverLineField[] =>
  DRIVER_LINE_FIELDS.filter(
    (field, at) =>
      values[field] !== '' && DRIVER_LINE_FIELDS.slice(0, at).some((other) => values[other] === values[field]),
  );

/** The problems of values that the form itself can tell. */
export const checkMapping = (values: MappingValues): Record<string, string> => {
  const hasName = values.full_name !== '' || (values.first_name !== '' && values.last_name !== '');
  const missing = (['car_number', 'mobile_number'] as const).filter((field) => values[field] === '');
  return {
    ...Object.fromEntries(sharing(values).map((field) => [field, 'This column is chosen for something else.'])),
    ...(!hasName && { last_name: MISSING_NAME_COLUMNS }),
    ...Object.fromEntries(missing.map((field) => [field, MISSING_COLUMN])),
    ...(hasDays(values) && values.day_order === '' && { day_order: 'Please say which comes first in its days.' }),
  };
};

/** The mapping to send. */
export const mappingOf = (values: MappingValues): DriverMapping => ({
  ...(Object.fromEntries(DRIVER_LINE_FIELDS.map((field) => [field, chosenColumn(values[field])])) as Record<
    DriverLineField,
    number | null
  >),
  car_number: Number(values.car_number),
  mobile_number: Number(values.mobile_number),
  header_line: Number(values.header_line),
  day_order: values.day_order === 'mdy' ? 'mdy' : 'dmy',
  name_order: values.name_order === 'last' ? 'last' : 'first',
  default_nationality: values.default_nationality,
  default_identification_type: values.default_identification_type,
  default_plan: values.default_plan as DriverMapping['default_plan'],
});
