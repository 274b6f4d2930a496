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
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, askOrApply, defineApproval, refuseWhileWaiting } from '#domains/approvals';
import { audit } from '#domains/audit';
import {
  accountByCode,
  balancesOn,
  holdBooks,
  holdsMoney,
  insertBookAccount,
  type LedgerAccount,
  postedAccounts,
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
  holds_money: holdsMoney(account),
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

type Change = AccountChange & { code: string };

/** The columns that a change gives an account and that it does not have yet. */
const newColumns = (account: LedgerAccount, { closed, code: _, ...given }: Change, now: Date) => {
  const closedAt = closed ? (account.closed_at ?? now) : null;
  const wanted = { ...given, ...(closed !== undefined && { closed_at: closedAt }) };
  return Object.entries(wanted).filter(([name, value]) => value !== account[name as keyof LedgerAccount]);
};

/** Refuses with 409 or 422 a change that the account cannot have. The caller holds the books. */
const checkChange = async (tx: Tx, { closed, ...given }: Change): Promise<LedgerAccount> => {
  const account = existing(await accountByCode(tx, given.code), 'account');
  if (given.name !== undefined && account.type_code !== null) {
    throw refusalAt('refused', 'name', 'This account has the name of its payment type, which is changed there.');
  }
  if (given.holds_money !== undefined && (account.kind !== 'asset' || RULES_OF_ACCOUNTS.has(account.code))) {
    throw refusalAt('refused', 'holds_money', `The product knows whether ${nameOf(account)} holds money.`);
  }
  if (given.parent !== undefined) await checkParent(tx, { ...account, parent: given.parent });
  if (closed && account.closed_at === null) await checkClosing(tx, account);
  return account;
};

/** Changes an account; what stays the same is not in the log. */
const applyChange = async (tx: Tx, change: Change, { by, now }: { by: Caller; now: Date }): Promise<string> => {
  // Nothing is posted to the account between the check and its closing.
  await holdBooks(tx);
  const account = await checkChange(tx, change);
  const changed = newColumns(account, change, now);
  if (changed.length === 0) return `${nameOf(account)} stays as it was.`;
  const after = Object.fromEntries(changed);
  const before = Object.fromEntries(changed.map(([name]) => [name, account[name as keyof LedgerAccount]]));
  await updateBookAccount(tx, change.code, after);
  await audit(tx, by, { action: 'books.change_account', subject: subjectOf(account), before, after }, now);
  if (change.closed === undefined) return `${nameOf({ ...account, ...after })} is changed.`;
  return `${nameOf(account)} is ${change.closed ? 'closed' : 'open again'}.`;
};

/** Another name or place of an account in use, and an asset that holds no money. */
export const accountApproval = defineApproval({
  kind: 'books.account',
  input: z.strictObject({
    ...{ name: z.string().optional(), parent: z.string().nullable().optional() },
    ...{ closed: z.boolean().optional(), holds_money: z.boolean().optional() },
  }),
  apply: async (tx, { subjectId: code, input, by, now }) => ({
    message: await applyChange(tx, { ...(input as AccountChange), code }, { by, now }),
  }),
});

/** Something was posted to the account, a rule posts to it, or accounts stand under it. */
const isInUse = async (tx: Tx, { code, type_code }: LedgerAccount): Promise<boolean> =>
  type_code !== null ||
  RULES_OF_ACCOUNTS.has(code) ||
  (await postedAccounts(tx, [code])).has(code) ||
  (await readChart(tx)).some(({ parent }) => parent === code);

/** Why a change of an account takes two people, in a sentence; null where one may make it. */
const whyAccountWaits = async (
  tx: Tx,
  account: LedgerAccount,
  columns: ReadonlySet<string>,
): Promise<string | null> => {
  if (columns.has('holds_money') && holdsMoney(account)) return 'One person could then post its journals alone.';
  const isNamed = columns.has('name') || columns.has('parent');
  return isNamed && (await isInUse(tx, account)) ? 'The account is in use.' : null;
};

const LABELS: Readonly<Record<string, string>> = {
  ...{ name: 'Name', parent: 'Under', closed_at: 'Closed', holds_money: 'Holds money' },
};

const inWords = (value: unknown): string => {
  if (value instanceof Date) return 'Yes';
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : ((value as string | null) ?? '');
};

/**
 * Renames, moves, closes or reopens an account, or says whether it holds money; asks another person
 * where one may not. Refused with 409 `conflict` and 422 `refused` as the chart has it.
 */
export const changeBookAccount = async (
  tx: Tx,
  { code, body, by, now }: Asked<AccountChange> & { code: string },
  { staff }: Approvers,
): Promise<string> => {
  await refuseWhileWaiting(tx, 'books.account', code);
  await holdBooks(tx);
  const account = await checkChange(tx, { ...body, code });
  const columns = newColumns(account, { ...body, code }, now);
  const because = await whyAccountWaits(tx, account, new Set(columns.map(([name]) => name)));
  const changes = columns.map(([name, after]) => ({
    ...{ field: LABELS[name] ?? name, before: inWords(account[name as keyof LedgerAccount]), after: inWords(after) },
  }));
  const subject = { id: code, name: `the account ${nameOf(account)}` };
  const asked = { subject, input: body, changes, because, by, now };
  return (await askOrApply(tx, accountApproval, asked, staff)).message;
};
