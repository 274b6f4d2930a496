import { type SendingStop, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import type { TellOwner } from '#domains/approvals';
import { audit, auditAll } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import {
  lockRow,
  releaseAllWelcomes,
  type SendingRow,
  setTextsPerDay,
  setWelcomesReleased,
  THE_SENDING,
} from './sending.repo.ts';

type SendingStatus = SendingRow['status'];
type Row = { id: string; status: SendingStatus };
type Change = StateChange<SendingStatus, Row>;

const stop: Pick<Change, 'needs' | 'action' | 'refusalEnd' | 'keepsReason' | 'set'> = {
  needs: 'messages.change',
  action: 'messages.stop',
  refusalEnd: 'so there is nothing to stop',
  keepsReason: true,
  set: (_, { by, now }) => ({ stopped_by: by?.accountId ?? null, stopped_at: now.toISOString() }),
};

/** Sending runs, or is stopped for text messages, or for these and mail. */
const CHANGES = {
  texts: { ...stop, from: ['running', 'all_stopped'], to: 'texts_stopped' },
  all: { ...stop, from: ['running', 'texts_stopped'], to: 'all_stopped' },
  none: {
    from: ['texts_stopped', 'all_stopped'],
    to: 'running',
    needs: 'messages.change',
    action: 'messages.start',
    refusalEnd: 'so there is nothing to begin',
    set: () => ({ stopped_by: null, stopped_at: null }),
  },
} as const satisfies Record<SendingStop, Change>;

const SUBJECT = { kind: 'sending', id: THE_SENDING, name: 'messages' };

const sending: Stateful<SendingStatus, Row, SendingStop> = {
  table: 'message_sending',
  columns: [],
  noun: SUBJECT.kind,
  nameOf: () => `of ${SUBJECT.name}`,
  became: {
    running: 'is not stopped',
    texts_stopped: 'is stopped already for text messages',
    all_stopped: 'is stopped already for text messages and mail',
  },
  changes: CHANGES,
  audit: auditAll,
};

const STOPPED = { texts: 'text messages', all: 'text messages and mail' } as const;

const SAID = {
  none: 'Messages are sent again. Those that waited go out now.',
  texts: 'Text messages are stopped. They wait until they are sent again, or expire.',
  all: 'Text messages and mail are stopped. They wait until they are sent again, or expire.',
} as const satisfies Record<SendingStop, string>;

/**
 * Stops or resumes messages and says so; the owner is told of a stop. Refused with 409 `conflict`
 * if that holds already.
 */
export const changeSending = async (
  tx: Tx,
  { to, reason, by, now }: { to: SendingStop; reason: string | undefined; by: Caller; now: Date },
  { tellOwner }: TellOwner,
): Promise<string> => {
  const given = to === 'none' || reason === undefined ? {} : { reason };
  await transition(tx, sending, { ids: [THE_SENDING], change: to, by, now, ...given });
  if (to !== 'none') await tellOwner(tx, `${by.login} stopped ${STOPPED[to]}: ${reason ?? ''}`, now);
  return SAID[to];
};

/**
 * Sets the daily limit of texts; null means the server's. The owner is told of a lower one. Refused
 * with 422 `refused` above the server's.
 */
export const changeTextLimit = async (
  tx: Tx,
  { perDay, ceiling, by, now }: { perDay: number | null; ceiling: number; by: Caller; now: Date },
  { tellOwner }: TellOwner,
): Promise<string> => {
  if (perDay !== null && perDay > ceiling) {
    const message = `This server sends at most ${ceiling.toLocaleString('en-GB')} text messages a day.`;
    throw refusalAt('refused', 'per_day', message);
  }
  const { texts_per_day } = await lockRow(tx);
  if (texts_per_day === perDay) return 'Nothing has changed.';
  await setTextsPerDay(tx, perDay);
  const limitOf = (own: number | null) => ({ texts_per_day: own === null ? 'that of the server' : String(own) });
  const change = { action: 'messages.limit', subject: SUBJECT } as const;
  await audit(tx, by, { ...change, before: limitOf(texts_per_day), after: limitOf(perDay) }, now);
  const said = `At most ${(perDay ?? ceiling).toLocaleString('en-GB')} text messages are sent a day.`;
  if ((perDay ?? ceiling) < (texts_per_day ?? ceiling)) await tellOwner(tx, `${by.login} set it: ${said}`, now);
  return said;
};

/** Releases held welcomes and holds none that day. Refused with 409 `conflict` without any. */
export const releaseHeldWelcomes = async (tx: Tx, { by, now }: { by: Caller; now: Date }): Promise<string> => {
  await lockRow(tx);
  const released = await releaseAllWelcomes(tx, now);
  if (released === 0) throw new Refusal('conflict', 'No welcome is held back.');
  await setWelcomesReleased(tx, today(now));
  const after = { welcomes: String(released) };
  await audit(tx, by, { action: 'messages.release_welcomes', subject: SUBJECT, after }, now);
  const count = released === 1 ? '1 welcome goes' : `${released.toLocaleString('en-GB')} welcomes go`;
  return `${count} out now, and no further ones are held back today.`;
};
