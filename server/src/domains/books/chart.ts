import {
  ACCOUNT_KIND_LABELS,
  type AccountChange,
  type BookAccount,
  formatMoney,
  fromPesewas,
  type NewAccount,
  naturalPesewas,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import {
  accountByCode,
  balancesOn,
  holdBooks,
  insertBookAccount,
  type LedgerAccount,
  RULES_OF_ACCOUNTS,
  readChart,
  updateBookAccount,
} from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';

export const kindOf = ({ kind }: LedgerAccount): BookAccount['kind'] => kind as BookAccount['kind'];

/** The rules that post to an account, in words. */
const usesOf = ({ code, type_code }: LedgerAccount): string[] => [
  ...(type_code === null ? [] : [`Revenue of the payment type ${type_code}`]),
  ...(RULES_OF_ACCOUNTS.has(code) ? [RULES_OF_ACCOUNTS.get(code) ?? ''] : []),
];

/** Balances with those of headings, which are the sums of the accounts under them. */
export const withHeadings = (
  accounts: readonly LedgerAccount[],
  own: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>();
  const parents = new Map(accounts.map(({ code, parent }) => [code, parent]));
  for (const [code, pesewas] of own) {
    for (let at: string | null = code; at !== null; at = parents.get(at) ?? null) {
      sums.set(at, (sums.get(at) ?? 0n) + pesewas);
    }
  }
  return sums;
};

/** An account with a balance of debits less credits, as people read it. */
export const presentAccount = (account: LedgerAccount, pesewas: bigint): BookAccount => ({
  code: account.code,
  name: account.name,
  kind: kindOf(account),
  parent: account.parent,
  is_heading: account.is_heading,
  closed_at: account.closed_at?.toISOString() ?? null,
  balance: fromPesewas(naturalPesewas(kindOf(account), pesewas)),
  uses: usesOf(account),
});

/** The chart with balances at the end of a day, today's unless one is given. */
export const showChart = async (
  db: Db,
  { query: { on }, now }: { query: { on?: string | undefined }; now: Date },
): Promise<BookAccount[]> => {
  const accounts = await readChart(db);
  const day = on ?? today(now);
  const sums = withHeadings(accounts, (await balancesOn(db, [day])).get(day) ?? new Map());
  return accounts.map((account) => presentAccount(account, sums.get(account.code) ?? 0n));
};

const nameOf = ({ code, name }: Pick<LedgerAccount, 'code' | 'name'>): string => `${code} ${name}`;

const subjectOf = (account: Pick<LedgerAccount, 'code' | 'name'>) => ({
  kind: 'ledger account',
  id: account.code,
  name: nameOf(account),
});

/** Refuses a parent that is no open heading of the kind, or stands under the account itself. */
const checkParent = async (
  tx: Tx,
  { code, kind, parent }: Pick<LedgerAccount, 'code' | 'kind' | 'parent'>,
): Promise<void> => {
  if (parent === null) return;
  const accounts = new Map((await readChart(tx)).map((account) => [account.code, account]));
  for (let at: string | null = parent; at !== null; at = accounts.get(at)?.parent ?? null) {
    if (at === code) throw refusalAt('refused', 'parent', 'A heading cannot stand under itself.');
  }
  const heading = accounts.get(parent);
  if (!heading?.is_heading || heading.closed_at !== null) {
    throw refusalAt('refused', 'parent', 'Accounts stand under an open heading.');
  }
  if (heading.kind !== kind) {
    const label = ACCOUNT_KIND_LABELS[kindOf(heading)].toLowerCase();
    throw refusalAt('refused', 'parent', `${nameOf(heading)} is for ${label}.`);
  }
};

type Asked<Body> = { body: Body; by: Caller; now: Date };

/** Adds an account or a heading. Refused with 409 `conflict` where the code is taken. */
export const addBookAccount = async (tx: Tx, { body, by, now }: Asked<NewAccount>): Promise<string> => {
  await checkParent(tx, body);
  const added = await insertBookAccount(tx, body);
  if (!added) throw refusalAt('conflict', 'code', `The code ${body.code} is in the chart already.`);
  await audit(tx, by, { action: 'books.add_account', subject: subjectOf(added), after: body }, now);
  return `${nameOf(added)} is in the chart.`;
};

/** Refuses to close an account with a balance, with open ones under it, or that a rule uses. */
const checkClosing = async (tx: Tx, account: LedgerAccount): Promise<void> => {
  const refuse = (why: string) => new Refusal('conflict', `${nameOf(account)} ${why}, so it stays open.`);
  const [use] = usesOf(account);
  if (use !== undefined) throw refuse(`is used by the product (${use})`);
  const accounts = await readChart(tx);
  const child = accounts.find(({ parent, closed_at }) => parent === account.code && closed_at === null);
  if (child) throw refuse(`has ${nameOf(child)} under it`);
  // Postings of any day count, those of days to come too.
  const balance = (await balancesOn(tx, ['9999-12-31'])).get('9999-12-31')?.get(account.code) ?? 0n;
  if (balance !== 0n) throw refuse(`has a balance of ${formatMoney(presentAccount(account, balance).balance)}`);
};

/** Renames, moves, closes or reopens an account; what stays the same is not in the log. */
export const changeBookAccount = async (
  tx: Tx,
  { code, body: { closed, ...given }, by, now }: Asked<AccountChange> & { code: string },
): Promise<string> => {
  // Nothing is posted to the account between the check and its closing.
  await holdBooks(tx);
  const account = existing(await accountByCode(tx, code), 'account');
  if (given.name !== undefined && account.type_code !== null) {
    throw refusalAt('refused', 'name', 'This account has the name of its payment type, which is changed there.');
  }
  if (given.parent !== undefined) await checkParent(tx, { ...account, parent: given.parent });
  if (closed && account.closed_at === null) await checkClosing(tx, account);
  const closedAt = closed ? (account.closed_at ?? now) : null;
  const wanted = { ...given, ...(closed !== undefined && { closed_at: closedAt }) };
  const changed = Object.entries(wanted).filter(([name, value]) => value !== account[name as keyof LedgerAccount]);
  if (changed.length === 0) return `${nameOf(account)} stays as it was.`;
  const after = Object.fromEntries(changed);
  const before = Object.fromEntries(changed.map(([name]) => [name, account[name as keyof LedgerAccount]]));
  await updateBookAccount(tx, code, after);
  await audit(tx, by, { action: 'books.change_account', subject: subjectOf(account), before, after }, now);
  if (closed === undefined) return `${nameOf({ ...account, ...after })} is changed.`;
  return `${nameOf(account)} is ${closed ? 'closed' : 'open again'}.`;
};
