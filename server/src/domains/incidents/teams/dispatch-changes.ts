import { DISPATCH_MOVES, type DispatchMove, type DispatchStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import { pluck } from '#lib/values.ts';
import { insertSteps } from '../raising/raising.repo.ts';
import { idsOfOpen } from './dispatches.repo.ts';
import { teamNames } from './teams.repo.ts';

/** The kind of a dispatch in the audit log. */
const DISPATCH_NOUN = 'dispatch';

type Row = {
  id: string;
  status: DispatchStatus;
  incident_id: string;
  team_id: string;
  accepted_at: Date | null;
  on_scene_at: Date | null;
};
type Change = StateChange<DispatchStatus, Row>;

const WORDS: Readonly<Record<DispatchMove, string>> = {
  accept: 'is on the way',
  arrive: 'is on scene',
  finish: 'is done',
  recall: 'is called back',
};

/** Writes on the time line what became of a team. */
const effectOf =
  (move: DispatchMove): NonNullable<Change['effect']> =>
  async (tx, rows, { by, reason, now }) => {
    const names = await teamNames(tx, pluck(rows, 'team_id'));
    const end = reason === null ? '.' : `: ${reason}`;
    await insertSteps(
      tx,
      rows.map(({ incident_id, team_id }) => ({
        ...{ incident_id, at: now, what: 'change' as const, actor_id: by?.accountId ?? null },
        words: `${names.get(team_id)} ${WORDS[move]}${end}`,
      })),
    );
  };

const ended = (now: Date) => ({ ended_at: now.toISOString() });

const CHANGES = {
  accept: {
    from: DISPATCH_MOVES.accept.from,
    to: 'accepted',
    needs: 'own',
    action: null,
    set: (_, { now }) => ({ accepted_at: now.toISOString() }),
    effect: effectOf('accept'),
  },
  arrive: {
    from: DISPATCH_MOVES.arrive.from,
    to: 'on_scene',
    needs: 'own',
    action: null,
    set: ({ accepted_at }, { now }) => ({
      accepted_at: (accepted_at ?? now).toISOString(),
      on_scene_at: now.toISOString(),
    }),
    effect: effectOf('arrive'),
  },
  finish: {
    from: DISPATCH_MOVES.finish.from,
    to: 'done',
    needs: 'own',
    action: null,
    keepsReason: true,
    set: (_, { now }) => ended(now),
    effect: effectOf('finish'),
  },
  recall: {
    from: DISPATCH_MOVES.recall.from,
    to: 'recalled',
    needs: 'incidents.answer',
    action: 'dispatches.recall',
    refusalEnd: 'so it cannot be called back',
    keepsReason: true,
    set: (_, { now }) => ended(now),
    effect: effectOf('recall'),
  },
} as const satisfies Record<DispatchMove, Change>;

/** Teams that were sent, and the allowed changes. A link acts for its team, without an author. */
export const DISPATCHES: Stateful<DispatchStatus, Row, DispatchMove> = {
  table: 'dispatches',
  columns: ['incident_id', 'team_id', 'accepted_at', 'on_scene_at'],
  noun: DISPATCH_NOUN,
  nameOf: ({ id }) => id,
  became: {
    sent: 'is not accepted yet',
    accepted: 'is on the way',
    on_scene: 'is on scene',
    done: 'is done',
    recalled: 'was called back',
  },
  changes: CHANGES,
  audit: auditAll,
};

/** Ends what is open of incidents that have ended: teams on scene are done, others called back. */
export const endDispatches = async (tx: Tx, incidentIds: readonly string[], now: Date): Promise<void> => {
  const open = await idsOfOpen(tx, incidentIds);
  const [there, away] = [
    open.filter(({ status }) => status === 'on_scene'),
    open.filter(({ status }) => status !== 'on_scene'),
  ];
  const reason = 'The incident has ended';
  for (const [change, of] of [
    ['finish', there],
    ['recall', away],
  ] as const) {
    if (of.length > 0) await transition(tx, DISPATCHES, { ids: pluck(of, 'id'), change, by: null, reason, now });
  }
};
