import {
  APPLICATION_DECISIONS,
  type ApplicationDecision,
  type ApplicationStatus,
  addDays,
  DESK_MOVES,
  DESK_STATUSES,
  type DeskMove,
  defaultRights,
  EMPTY_TERMS,
  type NewApplication,
  today,
} from '@banbo/contract';
import { staffDirectory } from '#domains/identity';
import {
  addApplication,
  addApplicationPaper,
  changeApplication,
  decideApplication,
  stepApplication,
} from '#domains/land';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import type { Tx } from '../../src/db/database.ts';
import { withSavepoint } from '../../src/db/violated-constraint.ts';
import type { LandStep, LandStepKind } from './steps.ts';

type Given = { plots: readonly string[]; tenants: readonly string[]; staff: readonly Caller[]; caveatBy: string };

/** People who may enter applications and decide on them, in one role. */
export const landCaller = ({ id, login }: { id: string; login: string }): Caller => ({
  ...defaultRights('SuperUser'),
  ...{ role: 'SuperUser', accountId: id, sessionId: '0', login, requestId: '' },
});

const PAPER = {
  name: 'paper.pdf',
  type: 'application/pdf',
  content: Buffer.from('%PDF-'),
  sha256: Buffer.alloc(32),
} as const;
const CONSENT = { by: 'Nii Odai', capacity: 'Head of the family', day: '2026-11-03' };
const INSPECTION = { day: '2026-11-02', by: 'Yaw', findings: 'A house.', evidence: 'Since 2009.', penalty: '0.00' };
const TERMS = { ...EMPTY_TERMS, commencement: '2026-11-01', term_years: 40, ground_rent: '400.00' };

const KINDS = {
  'enter a purchase': 'new_purchase',
  'enter a regularization': 'regularization',
  'enter a transfer': 'transfer',
  'enter something else': 'others',
} as const;

const pick = <T>(among: readonly T[], which: number): T => among[which % among.length] as T;

/** Does steps in a transaction, and says of each whether it had an effect. */
export const openLandWorld = (tx: Tx, { plots, tenants, staff, caveatBy }: Given) => {
  const ids: string[] = [];
  let now = new Date('2026-11-20T10:00:00Z');
  let serial = 0;

  const enter = async (kind: NewApplication['kind'], of: LandStep): Promise<void> => {
    serial += 1;
    const terms = { ...(kind === 'transfer' ? EMPTY_TERMS : TERMS), indenture_number: `IN ${serial}` };
    const more = { inspection: INSPECTION, consent: CONSENT, about: 'As the paper says.' };
    const who = { plot_id: pick(plots, of.plot), tenant_id: pick(tenants, of.which), applicant: null };
    const body = { kind, ...who, terms, ...more };
    ids.push((await addApplication(tx, { body, by: atDesk(of), now })).id);
  };

  /** The application that the step means: one of the last in a state that allows it, if any. */
  const meant = async ({ which }: LandStep, from: readonly ApplicationStatus[]) => {
    const fit = tx
      .selectFrom('land_applications')
      .select('id')
      .where('id', 'in', ids.length > 0 ? ids : ['0']);
    const found = await fit.where('status', 'in', from).orderBy('id', 'desc').execute();
    const id = found.length > 0 ? pick(found, which).id : (ids.at(-1) ?? '0');
    const one = tx.selectFrom('land_applications').select(['id', 'version', 'kind']).where('id', '=', id);
    return existing(await one.executeTakeFirst(), 'application');
  };
  /** People of the desk. One person more decides alone. */
  const atDesk = ({ by }: LandStep): Caller => pick(staff.slice(0, -1), by);

  const change = async (of: LandStep, parts: object): Promise<void> => {
    const { id, version } = await meant(of, DESK_STATUSES);
    await changeApplication(tx, { id, body: { version, ...parts }, by: atDesk(of), now });
  };

  const step = async (of: LandStep, move: DeskMove): Promise<void> => {
    const { id, version } = await meant(of, DESK_MOVES[move].from);
    await stepApplication(tx, { id, body: { change: move, version, reason: 'As drawn.' }, by: atDesk(of), now });
  };

  const decide = async (of: LandStep, move: ApplicationDecision): Promise<void> => {
    const { id, version } = await meant(of, APPLICATION_DECISIONS[move].from);
    const body = { change: move, version, ...(move !== 'approve' && { reason: 'As drawn.' }) };
    const deps = { staff: staffDirectory, owes: async () => '0.00' };
    await decideApplication(tx, { id, body, by: pick(staff, of.by), now }, deps);
  };

  const addPapers = async (of: LandStep): Promise<void> => {
    const { id, kind } = await meant(of, DESK_STATUSES);
    const papers = tx.selectFrom('land_kind_papers').select('paper').where('kind', '=', kind);
    for (const { paper } of await papers.execute())
      await addApplicationPaper(tx, { id, body: { paper, file: new File([], '') }, by: atDesk(of), now }, PAPER);
  };

  const placeCaveat = async ({ plot }: LandStep): Promise<void> => {
    const caveat = { kind: 'caveat', about: 'Two families.', placed_on: today(now), placed_by: caveatBy } as const;
    await tx
      .insertInto('plot_caveats')
      .values({ ...caveat, plot_id: pick(plots, plot) })
      .execute();
  };

  const removeCaveats = async (): Promise<void> => {
    const removed = { removed_on: today(now), removed_by: caveatBy, removal_reason: 'Settled.' };
    await tx.updateTable('plot_caveats').set(removed).where('removed_on', 'is', null).execute();
  };

  const actions: Record<LandStepKind, (of: LandStep) => Promise<void>> = {
    'enter a purchase': (of) => enter(KINDS['enter a purchase'], of),
    'enter a regularization': (of) => enter(KINDS['enter a regularization'], of),
    'enter a transfer': (of) => enter(KINDS['enter a transfer'], of),
    'enter something else': (of) => enter(KINDS['enter something else'], of),
    'add the papers': addPapers,
    'change the terms': (of) => change(of, { terms: { ...TERMS, indenture_number: 'IN 0', term_years: 30 } }),
    'move to another plot': (of) => change(of, { plot_id: pick(plots, of.plot) }),
    lodge: (of) => step(of, 'lodge'),
    'lodge with the papers': async (of) => {
      await addPapers(of);
      await step(of, 'lodge');
    },
    withdraw: (of) => step(of, 'withdraw'),
    'send back': (of) => decide(of, 'send_back'),
    refuse: (of) => decide(of, 'refuse'),
    approve: (of) => decide(of, 'approve'),
    annul: (of) => decide(of, 'annul'),
    'place a caveat': placeCaveat,
    'remove the caveats': removeCaveats,
    'let days pass': async ({ which }) => {
      now = new Date(`${addDays(today(now), 1 + which)}T10:00:00Z`);
    },
  };

  /** False where the product refused the step. */
  return async (of: LandStep): Promise<boolean> => {
    try {
      await withSavepoint(tx, () => actions[of.kind](of));
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
};
