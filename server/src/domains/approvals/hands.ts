import type { AuditAction, Permission, Role } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { insertAloneDecision } from './approvals.repo.ts';
import type { StaffHolders } from './approvers.ts';
import { type HandOnPerson, handsOn, handsOnPeople, insertHands, type Subject } from './hands.repo.ts';

/** The ways to have a hand in a record, as they stand behind a name: `Ama Mensah captured …`. */
const HANDS = {
  captured: 'captured this money',
  imported: 'imported this money',
  received: 'received this money',
  entered: 'entered this',
  corrected: 'corrected this',
  assigned: 'assigned this',
  reversed: 'reversed this',
  changed_price: 'changed the price meanwhile',
  asked: 'asked for this',
  wrote: 'wrote this',
  posted_line: 'posted one of these lines',
  matched_line: 'matched one of these lines',
  /** Subject `statement`: sent the file, chose its columns and days, or imported it. */
  brought: 'brought the statement that this rests on',
  /** Subject `driver_import`: sent the list, chose its columns, or started it. */
  listed: 'brought this list',
  /** Subject `user`: a code for an account that had no password. */
  issued_code: 'made a setup code for this account',
  /** Subject `user`: a code for an account in use. */
  renewed_code: 'made a new setup code for this account',
  /** Subject `user`: a third person knows that the user is a person of their own. */
  confirmed: 'confirmed this user',
  /** The account that an approval is about. */
  gains: 'may gain by this',
  /** Subject `permission`: a person who held it lost it by this one's doing. */
  took_away: 'took this permission away from somebody',
} as const;
export type HandKind = keyof typeof HANDS;

type Hand = { accountId: string; what: HandKind; subjects: readonly Subject[] };

/** Notes that accounts had a hand in records, in the transaction in which they had it. */
export const noteHands = (tx: Tx, hands: readonly Hand[], now: Date): Promise<void> =>
  insertHands(
    tx,
    hands.flatMap(({ accountId, what, subjects }) =>
      subjects.map(({ kind, id }) => ({ account_id: accountId, what, subject_kind: kind, subject_id: id, at: now })),
    ),
  );

/** Notes the permissions that a person who could use them lost by somebody's doing. */
export const noteLostPermissions = (
  tx: Tx,
  { by, lost }: { by: Author; lost: readonly Permission[] },
  now: Date,
): Promise<void> => {
  const subjects = lost.map((id) => ({ kind: 'permission', id }));
  return noteHands(tx, [{ accountId: by.accountId, what: 'took_away', subjects }], now);
};

/** Days for which a setup code joins two accounts at least, and a loss of permissions counts. */
const JOINED_DAYS = 30;
const DAY = 86_400_000;

const joinedSince = (now: Date): Date => new Date(now.getTime() - JOINED_DAYS * DAY);

const readPeople = (db: Db, now: Date): Promise<HandOnPerson[]> => handsOnPeople(db, joinedSince(now));

/** Those of the last days: older ones are codes of users whom no third has confirmed. */
const recentOf = (people: readonly HandOnPerson[], now: Date): HandOnPerson[] =>
  people.filter(({ at }) => at > joinedSince(now));

const CODES: ReadonlySet<string> = new Set<HandKind>(['issued_code', 'renewed_code']);

/** The account itself, those who made its setup codes, and those who made theirs. */
const controllersOf = (people: readonly HandOnPerson[], accountId: string): ReadonlySet<string> => {
  const found = new Set([accountId]);
  // A set gives what is added while it is gone through.
  for (const one of found) {
    for (const { what, subject_kind, subject_id, account_id } of people)
      if (CODES.has(what) && subject_kind === 'user' && subject_id === one) found.add(account_id);
  }
  return found;
};

/** True if one person may be behind both accounts: a code of one, or of a third, leads to both. */
const isOnePerson = (people: readonly HandOnPerson[], one: string, other: string): boolean => {
  const controllers = controllersOf(people, one);
  return [...controllersOf(people, other)].some((id) => controllers.has(id));
};

type OwnHand = { account_id: string; what: string };

/**
 * The ids of those decisions in which the author has no hand, asked for all at once. `subjects` has
 * the records of each.
 */
export const withoutOwnHands = async (
  db: Db,
  subjects: ReadonlyMap<string, readonly Subject[]>,
  { by, now }: { by: Pick<Author, 'accountId'>; now: Date },
): Promise<Set<string>> => {
  const hands = await handsOn(db, [...subjects.values()].flat());
  if (hands.length === 0) return new Set(subjects.keys());
  const people = await readPeople(db, now);
  const own = hands.filter(({ account_id }) => isOnePerson(people, account_id, by.accountId));
  const isOwn = ({ kind, id, since = new Date(0), but = [] }: Subject): boolean =>
    own.some(
      ({ subject_kind, subject_id, what, at }) =>
        subject_kind === kind && subject_id === id && at >= since && !but.includes(what),
    );
  return new Set([...subjects].filter(([, records]) => !records.some(isOwn)).map(([id]) => id));
};

/** True if the two accounts count as one person. */
export const areOnePerson = async (db: Db, [one, other]: readonly [string, string], now: Date): Promise<boolean> =>
  one === other || isOnePerson(await readPeople(db, now), one, other);

type Needed = { by: Author; needs: Permission; onlyBy?: Role | undefined; now: Date };

type Standing = {
  /** Nobody else may decide but accounts that the author made within the last days. */
  isAlone: boolean;
  /** All who may decide count as one person with the author. */
  isOneFamily: boolean;
  /** The author would be alone, had nobody lost the permission by their doing. */
  madeSo: boolean;
};
const AMONG_OTHERS: Standing = { isAlone: false, isOneFamily: false, madeSo: false };

/** Whether the company has anybody else who may decide. Rule 6 of docs/product/approvals.md. */
export const standingOf = async (
  db: Db,
  { by, needs, onlyBy, now }: Needed,
  { ableTo }: Pick<StaffHolders, 'ableTo'>,
): Promise<Standing> => {
  const holders = (await ableTo(db, needs)).filter(({ role }) => onlyBy === undefined || role === onlyBy);
  if (!holders.some(({ id }) => id === by.accountId)) return AMONG_OTHERS;
  const people = await readPeople(db, now);
  if (!holders.every(({ id }) => isOnePerson(people, id, by.accountId))) return AMONG_OTHERS;
  const recent = recentOf(people, now);
  const isJustMade = (id: string): boolean =>
    controllersOf(recent, id).has(by.accountId) &&
    !recent.some(
      ({ what, subject_kind, subject_id }) => what === 'renewed_code' && subject_kind === 'user' && subject_id === id,
    );
  const isAlone =
    controllersOf(recent, by.accountId).size === 1 && holders.every(({ id }) => id === by.accountId || isJustMade(id));
  const tookAway = people.some(
    ({ what, subject_id, account_id }) =>
      what === 'took_away' && subject_id === needs && isOnePerson(people, account_id, by.accountId),
  );
  if (tookAway) return { ...AMONG_OTHERS, madeSo: isAlone };
  return { isAlone, isOneFamily: true, madeSo: false };
};

type Decision = Needed & {
  /** The records in which a hand counts. */
  subjects: readonly Subject[];
  /** Hands that stand in the records themselves, such as who asked. */
  hands?: readonly { account_id: string; what: HandKind }[];
  /** The decision, for the list of those that were made alone. */
  decides: { action: AuditAction; subject: Subject & { name: string } };
};

const MADE_SO =
  'Within the last 30 days you took this permission away from the only person who could decide it. It has to wait for another person.';

/** The sentence that refuses a decision to somebody with a hand in it. */
const refusalOf = async (db: Db, { account_id, what }: OwnHand, by: Author, staff: StaffHolders): Promise<Refusal> => {
  const did = HANDS[what as HandKind] ?? 'had a hand in this';
  if (account_id === by.accountId) return new Refusal('not_permitted', `You ${did}, so somebody else has to decide.`);
  const name = (await staff.named(db, [account_id])).get(account_id)?.fullname ?? 'Somebody';
  const joined =
    'You count as one person for 30 days after a setup code that one made for the other, or a third for both, and until somebody else confirms the new user';
  return new Refusal('not_permitted', `${name} ${did}. ${joined}, so somebody else has to decide.`);
};

/**
 * Judges a decision: made by somebody without a hand in it, by the one person there is, or not. In
 * an office whose people all come from one, an account older than the last days decides on the
 * others' hands, and counts as alone.
 */
export const judgeHands = async (
  db: Db,
  { subjects, by, needs, onlyBy, now, hands = [] }: Omit<Decision, 'decides'>,
  staff: StaffHolders,
): Promise<'free' | 'alone' | Refusal> => {
  const all: OwnHand[] = [...hands, ...(await handsOn(db, subjects))];
  if (all.length === 0) return 'free';
  const people = await readPeople(db, now);
  const found = all.filter(({ account_id }) => isOnePerson(people, account_id, by.accountId));
  const own = found.find(({ account_id }) => account_id === by.accountId) ?? found[0];
  if (!own) return 'free';
  const standing = await standingOf(db, { by, needs, onlyBy, now }, staff);
  const recent = recentOf(people, now);
  const isBound = found.some(({ account_id }) => isOnePerson(recent, account_id, by.accountId));
  if (standing.isAlone || (standing.isOneFamily && !isBound)) return 'alone';
  return standing.madeSo ? new Refusal('not_permitted', MADE_SO) : refusalOf(db, own, by, staff);
};

/**
 * Refuses a decision with 403 `not_permitted` to somebody who had a hand in it. The one person who
 * holds the permission decides alone: that is stored, and `true` is given. Call it after the
 * records are locked.
 */
export const refuseOwnHands = async (
  tx: Tx,
  { decides, ...decision }: Decision,
  staff: StaffHolders,
): Promise<boolean> => {
  const judged = await judgeHands(tx, decision, staff);
  if (judged instanceof Refusal) throw judged;
  if (judged === 'alone') await noteAlone(tx, decides, decision);
  return judged === 'alone';
};

/** Stores that somebody decided alone. */
export const noteAlone = (
  tx: Tx,
  { action, subject: { kind, id, name } }: Decision['decides'],
  { by, now }: { by: Author; now: Date },
): Promise<void> =>
  insertAloneDecision(tx, {
    account_id: by.accountId,
    action,
    subject_kind: kind,
    subject_id: id,
    subject: name,
    at: now,
  });
