import * as contract from '@banbo/contract';
import { z } from 'zod';

/** A part of the description as it is written out. */
export type Json = { readonly [name: string]: unknown };

/** `registerDriver` as `RegisterDriver`, and `too_slow` as `TooSlow`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const AT = '#/components/schemas/';

export type Schemas = {
  /** The schemas that have names. */
  named: ReadonlyMap<string, Json>;
  /** The JSON Schema of any that an endpoint has: a reference to one that has a name. */
  of: (schema: z.ZodType) => Json;
  /** The same, written out at its first level. */
  whole: (schema: z.ZodType) => Json;
};

type Registry = z.core.$ZodRegistry<{ id: string }>;

/** Schemas of lists and parameters have names with a space: they are inlined, no components. */
const isPrivate = (id: string): boolean => id.includes(' ');

const addInline = (registry: Registry, name: string, { schema }: contract.Endpoint): void => {
  const parts = { Body: schema.body, Answer: schema.response[200] ?? schema.response[201], ...schema.response };
  for (const [part, one] of Object.entries({ Params: schema.params, Query: schema.querystring, ...parts })) {
    if (one === undefined || registry.has(one)) continue;
    const isComponent = one instanceof z.ZodObject && (part === 'Body' || part === 'Answer');
    registry.add(one, { id: isComponent ? `${pascalCase(name)}${part}` : `${name} ${part}` });
  }
};

/** JavaScript's bounds of integers say nothing; a file's encoding is that of its part. */
const leaveOut = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.contentEncoding;
};

/** Drops what a reference's target says: a schema that adds a check repeats all of a named one. */
const withoutRepeats = (value: unknown, named: ReadonlyMap<string, Json>): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutRepeats(one, named));
  if (!(value instanceof Object)) return value;
  const { $ref } = value as { $ref?: string };
  const target = $ref === undefined ? {} : (named.get($ref.slice(AT.length)) ?? {});
  const entries = Object.entries(value).filter(([key, part]) => JSON.stringify(part) !== JSON.stringify(target[key]));
  return Object.fromEntries(entries.map(([key, part]) => [key, withoutRepeats(part, named)]));
};

/**
 * Describes the schemas of the endpoints. A schema that the contract exports has its export's name;
 * another body or answer is named after its operation: `LoginBody`, `RegisterDriverAnswer`. All are
 * described as they are sent, so that answers are open: a client takes an answer in which a field
 * was added.
 */
export const describeSchemas = (endpoints: Readonly<Record<string, contract.Endpoint>>): Schemas => {
  const registry: Registry = z.registry<{ id: string }>();
  for (const [id, one] of Object.entries(contract)) if (one instanceof z.ZodType) registry.add(one, { id });
  for (const [name, endpoint] of Object.entries(endpoints)) addInline(registry, name, endpoint);
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `${AT}${id}`, override: leaveOut });
  const all = new Map<string, Json>(
    Object.entries(schemas).map(([id, { $schema: _, $id, ...schema }]) => [id, schema as Json]),
  );
  const plain = new Map([...all].map(([id, schema]) => [id, withoutRepeats(schema, all) as Json]));
  const idOf = (schema: z.ZodType): string => {
    const id = registry.get(schema)?.id;
    if (id === undefined) throw new Error('A schema is of no endpoint');
    return id;
  };
  const whole = (schema: z.ZodType): Json => plain.get(idOf(schema)) ?? {};
  return {
    named: new Map([...plain].filter(([id]) => !isPrivate(id))),
    of: (schema) => (isPrivate(idOf(schema)) ? whole(schema) : { $ref: `${AT}${idOf(schema)}` }),
    whole,
  };
};

/** The named schemas that a part of the description refers to, directly or through others. */
export const referencedSchemas = (part: unknown, named: ReadonlyMap<string, Json>): Json => {
  const found = new Map<string, Json>();
  const follow = (one: unknown): void => {
    for (const [, id = ''] of JSON.stringify(one).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = named.get(id);
      if (!schema || found.has(id)) continue;
      found.set(id, schema);
      follow(schema);
    }
  };
  follow(part);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
};
