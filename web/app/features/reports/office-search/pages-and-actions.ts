import {
  type MenuItem,
  mayOpenPage,
  menuItems,
  menusOf,
  OFFICE_PAGES,
  type OfficePath,
  officePage,
  personalPages,
  type StaffRights,
} from '@banbo/contract';
import type { AskedWork } from '~/lib/asked-work.ts';
import type { Match } from './match-groups.ts';

type Further = { query?: string; work?: AskedWork };

/** The most frequent work in people's words: its page, other words, and what the page is asked. */
const ACTIONS: readonly (readonly [label: string, path: OfficePath, words: string, further?: Further])[] = [
  ['Receive payment', 'receive_payments', 'pay cash cheque take money'],
  ['Register a driver', 'admin_registration', 'new add driver registration'],
  ['Import statement', 'statement_import', 'bank momo upload file', { work: 'choose' }],
  ['Clear payments', 'payment_clearance', 'approve claims waiting'],
  ['Send reminders', 'reminders', 'text sms arrears owe'],
  ['Import drivers', 'driver_import', 'upload file members', { work: 'choose' }],
  ['Answer the next message', 'contact_messages', 'contact reply text mail whatsapp', { work: 'next' }],
  ['Search for a driver', 'driver_search', 'find'],
  ['Add user', 'add_system_user', 'new staff invite'],
  ['Add a price', 'add_payment_list', 'new yearly payment list'],
  ['Copy prices to the next year', 'add_payment_list', 'yearly payment list same previous', { query: '?year=next' }],
  ['Add a price of land', 'yearly_payments/add', 'new yearly payments zone ground rent'],
  ['Add a payment type', 'add_payment_type', 'new setup'],
  ['Save the drivers as an Excel file', 'global_drivers', 'export download list', { work: 'save' }],
  ['Save the arrears as an Excel file', 'arrears', 'export download list', { work: 'save' }],
  ['Save the payments as an Excel file', 'payment_transactions', 'export download list transactions', { work: 'save' }],
];

/** The most pages and actions that a search shows. */
const MOST = 6;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** True where each typed word begins one of these. */
const begins = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((part) => words.some((word) => word.startsWith(part)));

const matchOf = (kind: 'Action' | 'Work' | 'Page', label: string, path: string): Match => ({
  key: `${kind}-${path.slice(1).replaceAll(/\W/g, '-')}`,
  to: path,
  title: label,
  details: [kind === 'Page' ? 'Page' : 'Action'],
  isRemoved: false,
});

const actionsOf = (person: StaffRights): { match: Match; words: string[] }[] =>
  ACTIONS.filter(([, path]) => mayOpenPage(person, OFFICE_PAGES[path])).map(
    ([label, path, words, { query = '', work } = {}]) => ({
      match: { ...matchOf(work ? 'Work' : 'Action', label, `/${path}${query}`), ...(work && { work }) },
      words: wordsOf(`${label} ${words}`),
    }),
  );

const pageOf = ({ path, label }: MenuItem): { match: Match; words: string[] } => ({
  match: matchOf('Page', label, path),
  words: wordsOf(`${label} ${officePage(path.slice(1))?.title ?? ''}`),
});

/** The pages that the person may open. */
const pagesOf = (person: StaffRights): MenuItem[] => [...menuItems(menusOf(person)), ...personalPages(person)];

/** The person's most frequent work, for a search box that is empty. */
export const firstActions = (person: StaffRights): Match[] =>
  actionsOf(person)
    .slice(0, MOST)
    .map(({ match }) => ({ ...match, details: [] }));

/** The pages and actions that a text names, those whose own words begin so first. */
export const pagesAndActions = (person: StaffRights, text: string): Match[] => {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const found = [...actionsOf(person), ...pagesOf(person).map(pageOf)].filter(({ words }) => begins(typed, words));
  const saysSo = ({ match }: { match: Match }) => begins(typed, wordsOf(match.title));
  const ordered = [...found.filter(saysSo), ...found.filter((one) => !saysSo(one))];
  return ordered.map(({ match }) => match).slice(0, MOST);
};
