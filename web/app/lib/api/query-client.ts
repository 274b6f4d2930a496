import type { AnswerOf, Endpoint } from '@banbo/contract';
import { type Query, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { ApiError, type CallInput, call } from './api.ts';
import { isUnserved, whenServed } from './when-served.ts';

const FRESH_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 30_000;

let isWaiting = false;

/** Reads what is in view and found no server, once there is one again. */
const readOnceServed = (error: unknown): void => {
  // One that fails just after the server came back must not end the waiting of others.
  if (isWaiting || !isUnserved(error)) return;
  isWaiting = true;
  whenServed((wasAway) => {
    isWaiting = false;
    const predicate = ({ state }: Query): boolean => isUnserved(state.error);
    if (wasAway) void queryClient.refetchQueries({ type: 'active', predicate });
  });
};

/** Reads: five minutes fresh, three retries with backoff to 30 s. Refusals are not retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: readOnceServed }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS),
    },
    mutations: { retry: false },
  },
});

let reader = currentSession()?.user;

// Drops one person's reads before the next person's page is drawn. Strangers read only public data.
onSessionChange(() => {
  const user = currentSession()?.user;
  if (reader !== undefined && user !== reader) queryClient.clear();
  reader = user;
});

type Url = Pick<Endpoint, 'url'>;

/** The resource of an endpoint is the first part of its path: `users`. */
const resourceOf = ({ url }: Url): string => url.split('/')[1] ?? '';

/** The cash of a day, and the rows that it adds up. */
const CASH = ['cash_by_day', 'cash_movements', 'own_cash'];

/** The books, wherever something is posted. */
const BOOKS = [
  'journals',
  'repeated_journals',
  'ledger_accounts',
  'account_statement',
  'book_months',
  'book_statements',
  'book_years',
  'revenue',
  'expenses',
  'expense_sums',
  'expense_terms',
  'cash_ups',
  'own_cash_ups',
  'missing_cash_ups',
  'book_lines',
  'stated_lines',
  'reconciliations',
];

/** A case stands against its plots, and its hearings are ahead. */
const CASES_CHANGE = ['court_cases', 'plots', 'applications', 'zone_map', 'dashboard'];

/** Money for land, and the rent, shares and cash that it changes. */
const LAND_MONEY = [
  ...['land_payments', 'land_receipts', 'land_refundable', 'rent_arrears', 'tenancies', 'tenants'],
  ...['money_received', 'clearance', 'stool_account', 'dashboard', ...CASH],
];

/** The prices of both sides, and what is missing of them. */
const PRICES = ['payment_list', 'yearly_payments', 'land_prices', 'missing_prices', 'missing_land_prices'];

/** Further resources to read anew after a change of one. */
const ALSO_CHANGED: Readonly<Record<string, readonly string[]>> = {
  approvals: [
    ...['dashboard', 'office_counts', 'alone_decisions', 'roles', 'drivers', 'waivers', 'arrears'],
    ...[
      'site',
      'message_templates',
      'payments',
      'money_received',
      'share_payouts',
      'share_rules',
      ...LAND_MONEY,
      ...BOOKS,
    ],
  ],
  journals: ['approvals', 'office_counts', ...BOOKS],
  balance_imports: ['journals'],
  ledger_accounts: ['account_statement'],
  book_months: BOOKS,
  // A clerk's own cash has its amounts once it is counted.
  cash_ups: ['approvals', 'office_counts', ...CASH, ...BOOKS],
  own_cash_ups: ['approvals', 'office_counts', ...CASH, ...BOOKS],
  book_lines: ['stated_lines', 'reconciliations'],
  reconciliations: ['book_lines', 'stated_lines'],
  expenses: ['approvals', 'office_counts', ...BOOKS],
  book_attachments: ['journals', 'expenses'],
  cash_corrections: ['payments', 'money_received', 'approvals', 'office_counts', 'drivers', 'dashboard', ...CASH],
  message_templates: ['approvals', 'office_counts'],
  auth: ['users'],
  users: ['approvals'],
  site: ['approvals', 'expense_terms'],
  clearance: ['payments', ...LAND_MONEY],
  transfers: ['payments', 'drivers', ...LAND_MONEY],
  payments: ['money_received', 'dashboard', ...CASH],
  land_payments: LAND_MONEY,
  land_receipts: LAND_MONEY,
  land_refunds: ['approvals', ...LAND_MONEY],
  refunds: ['approvals', 'refundable', 'payments', 'drivers', 'money_received', 'clearance', 'dashboard'],
  share_payouts: ['stool_account', 'approvals', 'office_counts', ...BOOKS],
  share_rules: ['stool_account', 'approvals', 'office_counts'],
  texts: ['clearance', 'payments', 'money_received'],
  tracker_watch: ['dashboard', 'office_counts'],
  rent_runs: ['rent_run_lines', 'rent_arrears', 'tenancies', 'tenants', ...BOOKS],
  rent_charges: ['rent_arrears', 'tenancies', 'tenants', ...BOOKS],
  fence_rules: ['fences'],
  paths: ['fences'],
  stops: ['fences'],
  car_requests: ['drivers'],
  drivers: [
    'driver_changes',
    'incomplete_registrations',
    'car_requests',
    'approvals',
    'waivers',
    'arrears',
    'clearance',
  ],
  zones: ['plots', 'yearly_payments'],
  applications: [
    ...['plots', 'tenants', 'tenancies', 'zone_map', 'land_documents', 'boundary_readings'],
    ...['dashboard', 'land_dashboard', 'lease_clock', 'office_counts'],
  ],
  court_cases: CASES_CHANGE,
  court_hearings: CASES_CHANGE,
  court_parties: CASES_CHANGE,
  court_papers: CASES_CHANGE,
  plot_caveats: ['plots', 'applications', 'zone_map'],
  tenants: ['tenancies', 'applications'],
  tenancies: ['lease_clock', 'land_dashboard'],
  tenant_requests: ['tenants', 'tenancies', 'office_counts', 'land_dashboard'],
  tenant_messages: ['office_counts', 'land_dashboard', 'contact_messages'],
  contact_messages: ['office_counts', 'tenant_messages', 'incidents'],
  activation_requests: ['tenants', 'office_counts', 'land_dashboard'],
  plots: ['boundary_readings', 'land_documents', 'applications', 'zone_map'],
  unknown_trackers: ['devices'],
  device_imports: ['devices'],
  land_imports: ['plots', 'tenants', 'tenancies', 'zones', 'zone_map'],
  held_debts: ['arrears', 'reminders', 'approvals'],
  payment_list: [...PRICES, 'approvals'],
  yearly_payments: [...PRICES, 'approvals'],
  payment_types: PRICES,
  roles: ['approvals', 'alone_decisions'],
  stolen_links: ['stolen_cars'],
  incidents: ['response_teams'],
  dispatches: ['incidents', 'response_teams'],
  response_duties: ['response_teams'],
  response_shifts: ['incidents'],
  book_years: BOOKS,
};

/** The key of a read: the resource, the endpoint and its input. */
export const keyOf = (endpoint: Url, input: object) => [resourceOf(endpoint), endpoint.url, input] as const;

/** The query of an endpoint. */
export const read = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input as object),
    queryFn: ({ signal }): Promise<AnswerOf<E>> => call<E>(endpoint, { ...input, signal }),
  });

/** Reads anew the resources, given or of endpoints, and those that change with them. */
export const refresh = (...of: readonly (string | Url)[]): Promise<void> => {
  const named = of.map((one) => (typeof one === 'string' ? one : resourceOf(one)));
  const changed = new Set(named.flatMap((one) => [one, ...(ALSO_CHANGED[one] ?? [])]));
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => changed.has(String(queryKey[0])) });
};

/** Reads one endpoint anew, such as the rows of a list, for every input. */
export const refreshReads = (endpoint: Url): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [resourceOf(endpoint), endpoint.url] });

/**
 * Calls an endpoint that changes something, then reads its resource anew, also if somebody else was
 * faster. Throws `ApiError`.
 */
export const change = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> => {
  try {
    const answer = await call<E>(endpoint, input);
    // Drops a deleted record that nobody looks at.
    if (endpoint.method === 'DELETE') queryClient.removeQueries({ queryKey: [resourceOf(endpoint)], type: 'inactive' });
    await refresh(endpoint);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status)) void refresh(endpoint);
    throw error;
  }
};
