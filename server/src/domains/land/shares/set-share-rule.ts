import {
  type AskedChange,
  CUSTOMARY_DRINK,
  formatDay,
  percentsOfWhole,
  ShareRuleInput,
  type ShareRules,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, waitingApproval } from '#domains/approvals';
import { audit } from '#domains/audit';
import { readPaymentTypes } from '#domains/prices';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { insertShareRule, newestShareRules, type StoredShareRule, shareRuleOn } from './share-rules.repo.ts';

/** One rule waits at a time, whatever its day. */
const SUBJECT = { kind: 'land.share_rule', subjectId: 'stool_land' } as const;

/** The percents of a rule as payments keep them. */
export const percentsOf = (
  rule: Pick<ShareRuleInput, 'oasl_percent' | 'stool_percent' | 'council_percent' | 'assembly_percent'>,
) => ({
  ...{ oasl: rule.oasl_percent, stool: rule.stool_percent },
  ...{ council: rule.council_percent, assembly: rule.assembly_percent },
});

const nameOf = ({ valid_from }: Pick<ShareRuleInput, 'valid_from'>): string =>
  `the shares of stool land from ${formatDay(valid_from)}`;

/**
 * A rule of shares, which another person approves. One whose day is over by then is refused, since
 * payments of that day were stored without it.
 */
export const shareRuleApproval = defineApproval({
  kind: SUBJECT.kind,
  input: ShareRuleInput,
  apply: async (tx, { input, askedBy, by, isAlone, now }) => {
    if (input.valid_from < today(now)) {
      const message = `The rule was to hold from ${formatDay(input.valid_from)}, which is over. Please ask for it again with a later day.`;
      throw new Refusal('conflict', message);
    }
    const { types, ...rule } = input;
    const made = { entered_by: askedBy.accountId, entered_at: now, approved_by: by.accountId, is_alone: isAlone };
    const id = await insertShareRule(tx, { ...rule, ...made, types: JSON.stringify(types) });
    const subject = { kind: 'share_rule', id, name: nameOf(input) };
    await audit(tx, by, { action: 'shares.set_rule', subject, after: input }, now);
    return { message: `Revenue of stool land is shared by this rule from ${formatDay(input.valid_from)}.` };
  },
});

const percent = (text: string): string => `${Number(text)}%`;

type Words = Omit<ShareRuleInput, 'valid_from'> & { valid_from: string };

const FIELDS: readonly (readonly [field: string, value: (rule: Words) => string])[] = [
  ['From', ({ valid_from }) => formatDay(valid_from)],
  ['Administrator of Stool Lands', ({ oasl_percent }) => `${percent(oasl_percent)} of all`],
  ['Stool', ({ stool_name, stool_percent }) => `${stool_name}, ${percent(stool_percent)} of the rest`],
  ['Traditional authority', ({ council_name, council_percent }) => `${council_name}, ${percent(council_percent)}`],
  ['District assembly', ({ assembly_name, assembly_percent }) => `${assembly_name}, ${percent(assembly_percent)}`],
  ['Payment types', ({ types }) => (types.length === 0 ? 'None: nothing is shared' : types.join(', '))],
];

const inWords = (before: StoredShareRule | undefined, after: ShareRuleInput): AskedChange[] => {
  const whole = Object.values(percentsOfWhole(percentsOf(after))).map(percent);
  return [
    ...FIELDS.map(([field, value]) => ({ field, before: before ? value(before) : '', after: value(after) })),
    { field: 'Of the whole', before: '', after: whole.join(' / ') },
  ];
};

/** The land side's types that a rule may share, in their order. */
const sharedTypes = async (db: Db): Promise<ShareRules['types']> =>
  (await readPaymentTypes(db)).flatMap(({ type_code, description, side }) =>
    side === 'land' ? [{ code: type_code, name: description }] : [],
  );

type Asking = { body: ShareRuleInput; by: Caller; now: Date };

/**
 * Asks for another rule, which a second person approves. Refused with 422 `refused` for a day that
 * is over and types of the drivers' side, and with 409 `conflict` while another rule waits.
 */
export const askShareRule = async (
  tx: Tx,
  { body, by, now }: Asking,
  { staff }: Approvers,
): Promise<{ message: string; approval_id: string }> => {
  if (body.valid_from < today(now))
    throw refusalAt('refused', 'valid_from', 'A rule holds from today or a later day: what is received already stays.');
  const known = new Set((await sharedTypes(tx)).map(({ code }) => code));
  const unknown = body.types.find((code) => !known.has(code));
  if (unknown !== undefined)
    throw refusalAt('refused', 'types', `${unknown} is no payment type of the land side, so it is not shared.`);
  const changes = inWords(await shareRuleOn(tx, body.valid_from), body);
  const subject = { id: SUBJECT.subjectId, name: nameOf(body) };
  const asked = await askApproval(tx, shareRuleApproval, { subject, input: body, changes, by, now }, staff);
  return { message: asked.message, approval_id: asked.id };
};

/** The rules with the names of those who set them, and the types that may be shared. */
export const showShareRules = async (db: Db, { now }: { now: Date }, { staff }: Approvers): Promise<ShareRules> => {
  const stored = await newestShareRules(db);
  const current = await shareRuleOn(db, today(now));
  const people = await staff.named(
    db,
    [...stored, ...(current ? [current] : [])].flatMap(({ entered_by, approved_by }) => [entered_by, approved_by]),
  );
  const nameOfPerson = (id: string): string => people.get(id)?.fullname ?? '';
  const present = ({ entered_by, entered_at, approved_by, ...rule }: StoredShareRule) => ({
    ...rule,
    entered_by: nameOfPerson(entered_by),
    entered_at: entered_at.toISOString(),
    approved_by: nameOfPerson(approved_by),
  });
  return {
    current: current ? present(current) : null,
    rules: stored.map(present),
    approval_id: (await waitingApproval(db, SUBJECT))?.id ?? null,
    types: (await sharedTypes(db)).filter(({ code }) => code !== CUSTOMARY_DRINK),
  };
};
