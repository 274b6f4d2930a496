import { changesOf, type DecisionEvent } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type AuditRow, entriesOn } from './audit.repo.ts';

const MOST = 60;

/** Values that the history tells in words of its own: the action, and the reason. */
const TOLD_APART = new Set(['status', 'status_reason', 'reason']);

type Values = Record<string, unknown> | null;

const factsAmong = (values: Values): Values =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => !TOLD_APART.has(name)));

const presentDecision = ({ id, at, actor, action, ...sides }: AuditRow): DecisionEvent => {
  const [before, after] = [sides.before as Values, sides.after as Values];
  const reason = after?.reason ?? after?.status_reason;
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    reason: typeof reason === 'string' ? reason : null,
    facts: changesOf({ before: factsAmong(before), after: factsAmong(after) }),
  };
};

/** The decisions on payments and on received money, with their facts in words, the newest first. */
export const decisionsOn = async (
  db: Db,
  { payments = [], transfers = [] }: { payments?: readonly string[]; transfers?: readonly string[] },
): Promise<DecisionEvent[]> => {
  const subjects = [
    ...payments.map((id) => ({ kind: 'payment', id })),
    ...transfers.map((id) => ({ kind: 'transfer', id })),
  ];
  return (await entriesOn(db, subjects, MOST)).map(presentDecision);
};
