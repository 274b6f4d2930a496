import { z } from 'zod';
import { resource } from './endpoint.ts';
import type { Id } from './fields.ts';
import { type Filters, type ListColumn, lookupPageQuery, shapeOf } from './lists/define-list.ts';
import type { Filter, FilterChoice } from './lists/filters.ts';
import type { Permission } from './permissions.ts';

/** How a screen asks for a field of an entry and shows it. The look-up's schemas check it. */
export type LookupField = {
  label: string;
  /** A line under the field. */
  help?: string;
  /** Set when an entry is added, and never changed. */
  isFixed?: true;
} /** An optional field that is left empty is null. */ & (
  | { kind: 'text'; maxLength: number; isOptional?: true }
  | { kind: 'day' | 'yes-no' }
  | { kind: 'choice'; choices: readonly FilterChoice[] }
  /** Another entry of the same list, named by its field `key`; null for none. */
  | { kind: 'entry'; key: string; none: string }
);

type LookupFields = Readonly<Record<string, LookupField>>;

type FieldValues = Readonly<Record<string, unknown>>;

/** A choice among values, each with its label. */
export const choiceField = <const Value extends string>(label: string, words: Readonly<Record<Value, string>>) => {
  const choices = Object.entries<string>(words).map(([value, said]) => ({ value, label: said }));
  return { kind: 'choice', label, choices } as const satisfies LookupField;
};

const shown = (field: LookupField, value: unknown): string | null => {
  if (field.kind === 'yes-no') return value === true ? 'Yes' : 'No';
  if (field.kind === 'choice') return field.choices.find((one) => one.value === value)?.label ?? String(value);
  return value === null ? null : String(value);
};

/** The columns in which a list shows the fields of its entries. */
export const fieldColumns = (fields: LookupFields): readonly ListColumn<FieldValues>[] =>
  Object.entries(fields).map(([key, field]) => ({
    key,
    header: field.label,
    kind: field.kind === 'day' ? 'day' : 'text',
    value: (entry) => shown(field, entry[key]),
  }));

type LookupPaths = Readonly<Record<'list' | 'show' | 'add' | 'change' | 'remove', string>>;

/** One path for the list and one for an entry: `/nationality`, `/nationality/:id`. */
export const resourcePaths = <const Path extends string>(path: Path) => {
  const entry = `${path}/:id` as const;
  return { list: path, show: entry, add: path, change: entry, remove: entry } as const;
};

/** A path for each call: `/banks/get_banks`, `/banks/add_bank`, `/banks/update_bank/:id`. */
export const verbPaths = <const Path extends string, const One extends string, const Many extends string>(
  path: Path,
  one: One,
  many: Many,
) =>
  ({
    list: `${path}/get_${many}`,
    show: `${path}/get_${one}/:id`,
    add: `${path}/add_${one}`,
    change: `${path}/update_${one}/:id`,
    remove: `${path}/delete_${one}/:id`,
  }) as const;

type Entry = z.ZodObject<{ id: typeof Id }>;

type Definition<Paths, Row extends Entry, Name, Added extends z.ZodObject, Changed, F extends Filters> = {
  /** In lowercase, as in a sentence: `nationality`, `nationalities`. */
  words: { one: string; many: string };
  paths: Paths;
  tag: string;
  /** One sentence on the list's entries and their order. */
  summary: string;
  row: Row;
  /** The field with an entry's name. */
  name: Name;
  /** The strict bodies of adding and of changing; both are exported. */
  added: Added;
  changed: Changed;
  /** An entry as it may be added. */
  example: { readonly [Field in keyof Added['shape']]?: string | boolean | null };
  /** How a screen asks for the fields of `added`, and in which order. */
  fields: { readonly [Field in keyof Added['shape']]: LookupField };
  /** The filters that the list's query takes beside its page. */
  filters: F;
  /** The permission to change the list; `lookups.change` when absent. */
  changedBy?: Permission;
};

const answerWith = <Row extends Entry>(entry: Row) => z.object({ status: z.literal(true), message: z.string(), entry });

/**
 * Defines a list of choices that staff keep, with its five endpoints. Strangers may read it, since
 * forms offer its entries. Adding and changing refuse a second entry of the same name (409
 * `conflict`); deleting refuses an entry that is used, and its sentence says by what and how often.
 */
export const defineLookup = <
  const Paths extends LookupPaths,
  Row extends Entry,
  const Name extends keyof Row['shape'] & string,
  Added extends z.ZodObject,
  Changed extends z.ZodObject,
  F extends Filters,
>({
  paths,
  tag,
  summary,
  filters,
  added,
  example,
  changed,
  changedBy = 'lookups.change',
  ...definition
}: Definition<Paths, Row, Name, Added, Changed, F>) => {
  const { row, fields } = definition;
  const { many } = definition.words;
  const calls = resource(
    paths,
    tag,
    { read: 'public', change: changedBy },
    {
      list: { summary, query: z.strictObject({ ...lookupPageQuery, ...shapeOf(filters) }), answer: z.array(row) },
      show: { summary: `One of the ${many}`, answer: row },
      add: { summary: `Add to the ${many}`, errors: ['conflict'], example, body: added, created: answerWith(row) },
      change: {
        summary: `Change one of the ${many}`,
        description: 'Records that have it follow its new name.',
        errors: ['conflict'],
        body: changed,
        answer: answerWith(row),
      },
      remove: { summary: `Delete one of the ${many}, where nothing uses it`, errors: ['conflict'] },
    },
  );
  return {
    ...definition,
    ...calls,
    /** The entries as a screen lists them, in their one order. */
    entries: { name: many, page: calls.list, row, filters, sorts: [], columns: fieldColumns(fields) } as const,
  };
};

type Lookup = { list: unknown; show: unknown; add: unknown; change: unknown; remove: unknown };

/**
 * The endpoints by their operations' names: `listNationalities`, `getNationality`,
 * `addNationality`…
 */
export const namedEndpoints = <L extends Lookup>(one: string, many: string, lookup: L) => ({
  [`list${many}`]: lookup.list as L['list'],
  [`get${one}`]: lookup.show as L['show'],
  [`add${one}`]: lookup.add as L['add'],
  [`change${one}`]: lookup.change as L['change'],
  [`delete${one}`]: lookup.remove as L['remove'],
});

type AnyRow = z.ZodObject<{ id: typeof Id; [field: string]: z.ZodType }> &
  z.ZodType<{ id: string; [field: string]: unknown }>;

/** A look-up whose fields are not known. */
export type AnyLookup = ReturnType<
  typeof defineLookup<LookupPaths, AnyRow, string, z.ZodObject, z.ZodObject, Record<never, Filter>>
>;
