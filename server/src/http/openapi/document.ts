import type { Endpoint } from '@banbo/contract';
import type { SessionCookies } from '../session-cookies.ts';
import { HEADERS, headerParametersOf, PARAMETERS } from './headers.ts';
import type { Json } from './json.ts';
import { describeRefusals, responsesOf } from './responses.ts';
import { describeSchemas, reachedFrom, type Schemas } from './schemas.ts';
import { accessInWords, securityOf, securitySchemes } from './security.ts';
import { TAGS } from './tags.ts';

type Settings = { PUBLIC_URL?: string | undefined };

/** `/drivers/:id` as `/drivers/{id}`. */
const pathOf = ({ url }: Endpoint): string => url.replace(/:(\w+)/g, '{$1}');

/** The fields of the path or of the query, a parameter each. */
const parametersIn = (place: 'path' | 'query', schema: Endpoint['schema']['params'], schemas: Schemas): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.whole(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    schema: one,
  }));
};

const bodyOf = ({ schema: { body, consumes = ['application/json'] } }: Endpoint, schemas: Schemas): Json =>
  body
    ? {
        requestBody: {
          required: true,
          content: Object.fromEntries(consumes.map((type) => [type, { schema: schemas.of(body) }])),
        },
      }
    : {};

const operation = (operationId: string, endpoint: Endpoint, schemas: Schemas): Json => {
  const { summary, description, tags, params, querystring } = endpoint.schema;
  const sentences = [description, accessInWords(endpoint)].filter(Boolean).join(' ');
  const parameters = [
    ...parametersIn('path', params, schemas),
    ...parametersIn('query', querystring, schemas),
    ...headerParametersOf(endpoint),
  ];
  return {
    operationId,
    summary,
    ...(sentences && { description: sentences }),
    tags,
    ...securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint, schemas),
    responses: responsesOf(endpoint, schemas),
  };
};

const pathsOf = (endpoints: Readonly<Record<string, Endpoint>>, schemas: Schemas): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = pathOf(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) };
  }
  return paths;
};

/**
 * The API as an OpenAPI 3.1 document, made from the contract's endpoints by their names. Its server is that of `PUBLIC_URL`,
 * or the one that the document was loaded from.
 */
export const openApiDocument = (
  endpoints: Readonly<Record<string, Endpoint>>,
  { PUBLIC_URL = '' }: Settings,
  cookies: Pick<SessionCookies, 'nameOf'>,
): Json => {
  const schemas = describeSchemas(endpoints);
  const paths = pathsOf(endpoints, schemas);
  const responses = describeRefusals(Object.values(endpoints));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Banbo',
      version: '1',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
      description:
        'Driver-safety membership, payments and back-office. Amounts are text with two decimals in Ghana cedis, days are ' +
        '`YYYY-MM-DD`, moments are ISO 8601 in UTC. Every refusal has the body `ErrorBody`, whose `code` is from a closed ' +
        'list and whose `message` is a sentence for a person.',
    },
    servers: [{ url: `${PUBLIC_URL}/api` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: securitySchemes(cookies.nameOf),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses,
      schemas: reachedFrom({ paths, responses }, schemas.named),
    },
  };
};
