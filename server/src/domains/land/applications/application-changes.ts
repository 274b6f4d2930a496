import type { ApplicationDecision, ApplicationStatus, DeskMove } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import type { Author, Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockApplication, updateApplication } from './applications.repo.ts';

type Row = { id: string; status: ApplicationStatus; number: string; version: number };
/** Further columns that a change sets, worked out before it. */
type Given = { set?: Record<string, unknown>; facts?: Record<string, unknown> } | undefined;
type Change = StateChange<ApplicationStatus, Row, Given>;
export type ApplicationMove = DeskMove | ApplicationDecision;

/** The kind of an application in the audit log, and one in plain words. */
export const APPLICATION_NOUN = 'application';

const common = {
  set: ({ version }, { with: given }) => ({ version: version + 1, ...given?.set }),
  facts: (_, { with: given }) => given?.facts ?? {},
} as const satisfies Partial<Change>;

const deciding = {
  ...common,
  needs: 'land.approve',
  set: (row, given) => ({
    ...common.set(row, given),
    ...{ decided_by: given.by?.accountId ?? null, decided_at: given.now.toISOString() },
  }),
} as const satisfies Partial<Change>;

const CHANGES: Record<ApplicationMove, Change> = {
  lodge: { ...common, from: ['draft', 'sent_back'], to: 'lodged', needs: 'land.write', action: 'applications.lodge' },
  withdraw: {
    ...{ ...common, from: ['draft', 'lodged', 'sent_back'], to: 'withdrawn', needs: 'land.write' },
    ...{ action: 'applications.withdraw', keepsReason: true },
  },
  send_back: {
    ...{ ...common, from: ['lodged'], to: 'sent_back', needs: 'land.approve' },
    ...{ action: 'applications.send_back', keepsReason: true, refusalEnd: 'so it cannot be sent back' },
  },
  approve: { ...deciding, from: ['lodged'], to: 'approved', action: 'applications.approve' },
  refuse: { ...deciding, from: ['lodged'], to: 'refused', action: 'applications.refuse', keepsReason: true },
  annul: { ...deciding, from: ['approved'], to: 'annulled', action: 'applications.annul', keepsReason: true },
};

const applications: Stateful<ApplicationStatus, Row, ApplicationMove, Given> = {
  table: 'land_applications',
  columns: ['number', 'version'],
  noun: APPLICATION_NOUN,
  nameOf: ({ number }) => number,
  became: {
    draft: 'is a draft',
    lodged: 'is lodged',
    sent_back: 'was sent back',
    approved: 'was approved',
    refused: 'was refused',
    withdrawn: 'was withdrawn',
    annulled: 'was annulled',
  },
  changes: CHANGES,
  audit: auditAll,
};

type Move = { id: string; by: Author; reason?: string | undefined; now: Date; with?: Given };

/** Changes an application's state. Refused as `transition` refuses. */
export const moveApplication = async (tx: Tx, change: ApplicationMove, { id, ...given }: Move): Promise<void> => {
  await transition(tx, applications, { ids: [id], change, ...given });
};

/** True where the state allows the change. */
export const allowsMove = (status: ApplicationStatus, change: ApplicationMove): boolean =>
  CHANGES[change].from.includes(status);

/** The refusal of a change that was made from another version. */
export const changedMeanwhile = ({ number }: { number: string }): Refusal =>
  new Refusal(
    'conflict',
    `Somebody has changed the application ${number} since you opened it. Open it again to see how it is now.`,
  );

type Certificate = {
  id: string;
  body: { commission_number: string; commission_day: string };
  by: Caller;
  now: Date;
};

/** Notes the Lands Commission's certificate. Refused with 409 `conflict` unless it is approved. */
export const noteCommission = async (tx: Tx, { id, body, by, now }: Certificate): Promise<string> => {
  const row = await lockApplication(tx, id);
  if (row.status !== 'approved')
    throw new Refusal('conflict', `The application ${row.number} is not approved, so it has no certificate.`);
  await updateApplication(tx, id, body);
  const before = { commission_number: row.commission_number, commission_day: row.commission_day };
  const subject = { kind: APPLICATION_NOUN, id, name: row.number };
  await audit(tx, by, { action: 'applications.commission', subject, before, after: body }, now);
  return `The certificate of ${row.number} is noted.`;
};
