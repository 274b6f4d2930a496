import { type Access, type Endpoint, isPermission } from '@banbo/contract';
import { COOKIE_KINDS, type CookieKind, type SessionCookies } from '../session-cookies.ts';
import { HEADERS, headerParametersOf, PARAMETERS } from './headers.ts';
import { describeRefusals, responsesOf } from './responses.ts';
import type { Json } from './schemas.ts';
import { describeSchemas, referencedSchemas, type Schemas } from './schemas.ts';

const cookieScheme = (kind: CookieKind): string => `${kind}RefreshCookie`;

/** The ways to say who calls. */
const securitySchemes = (nameOfCookie: (kind: CookieKind) => string): Json => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The accessToken of a sign-in, good for ten minutes. A refresh cookie gets the next one.',
  },
  ...Object.fromEntries(
    COOKIE_KINDS.map((kind) => [
      cookieScheme(kind),
      {
        type: 'apiKey',
        in: 'cookie',
        name: nameOfCookie(kind),
        description: `Set by signing in as ${kind}; each renewal replaces it.`,
      },
    ]),
  ),
});

const IN_WORDS: Partial<Record<Access, string>> = {
  member: 'For signed-in members.',
  tenant: 'For signed-in tenants.',
  'signed-in': 'For whoever is signed in.',
};

/** Says in a sentence who may call; empty for public endpoints. */
const accessInWords = ({ access, limits = [] }: Endpoint): string => {
  if (isPermission(access)) return `For staff who hold the permission \`${access}\`.`;
  const countsCallers = limits.some(({ by }) => by === 'caller');
  if (access === 'public' && countsCallers) return 'A bearer token may be sent; limits then count its account.';
  return IN_WORDS[access] ?? '';
};

const neededCookies = ({ cookie }: Endpoint): readonly CookieKind[] =>
  COOKIE_KINDS.filter((kind) => cookie === kind || cookie === 'any');

/** The credentials and the permission that a call needs; `[]` for public endpoints. */
const securityOf = (endpoint: Endpoint): Json => {
  const { access } = endpoint;
  const cookies = neededCookies(endpoint).map((kind) => ({ [cookieScheme(kind)]: [] }));
  const security = access === 'public' ? cookies : [{ bearer: [] }];
  return { security, ...(isPermission(access) && { 'x-permission': access }) };
};

/** The parts of the API, in the order of its page. Every endpoint's tag is here. */
const TAGS: Readonly<Record<string, string>> = {
  identity: 'Signing in and out as staff, renewing a session, and one’s own account.',
  members: 'Signing in as a member, and what members see of themselves.',
  tenants: 'Signing in as a tenant, and what tenants see of themselves.',
  users: 'Staff users, their roles and invitations.',
  drivers: 'Registering, finding, removing and restoring drivers.',
  payments: 'Claims of payments made by mobile money, and the lists of staff.',
  receipts: 'Receipts of cleared money, and whether a receipt is one of ours.',
  ledger: 'The books: entries of cleared money, and looks through them.',
  books: 'The accountant’s half: the chart of accounts, statements, journals, and months that are closed.',
  devices: 'Trackers in stock and in cars: added, fitted, taken out, and every car that had one.',
  feeds: 'Reports of trackers, as Traccar and apps send them, and trackers that nobody knows yet.',
  tracking: 'Where cars are and were.',
  land: 'Zones, plots, tenants and tenancies of customary land, and applications for plots.',
  incidents: 'Calls for help, who answers them, and the teams that are sent.',
  refunds: 'Money that goes back to whoever paid it: asked for by one person, approved by another, then paid.',
  clearance: 'Money that the company received, the claims that it is matched to, and what waits for staff to decide.',
  lookups: 'Lists of choices, which forms show and staff keep.',
  prices: 'Payment types with their rules, and the yearly prices.',
  messages: 'Text messages and mail on their way to people.',
  site: 'The company’s public details, its contact form and addresses of points.',
  live: 'What changes, told as it changes.',
  audit: 'What staff changed, and when.',
  approvals: 'Changes that wait for a second person, and decisions made alone.',
  system: 'Health checks.',
};

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

const bodyOf = ({ example, schema }: Endpoint, schemas: Schemas): Json => {
  const { body, consumes = ['application/json'] } = schema;
  if (!body) return {};
  const described = { schema: schemas.of(body), ...(example && { example }) };
  return { requestBody: { required: true, content: Object.fromEntries(consumes.map((type) => [type, described])) } };
};

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
 * The API as an OpenAPI 3.1 document, made from the contract's endpoints by their names. Its server
 * is that of `PUBLIC_URL`, or the one that the document was loaded from.
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
        'list and whose `message` is a sentence for a person. Every answer has `X-Request-Id`, under which the log tells of the call.',
    },
    servers: [{ url: `${PUBLIC_URL}/api` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: securitySchemes(cookies.nameOf),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses,
      schemas: referencedSchemas({ paths, responses }, schemas.named),
    },
  };
};
