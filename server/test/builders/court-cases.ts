import type { CaseResolution, NewCaseParty, NewCourtCase, NewCourtOrder, NewHearing } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { resolveCourtCase } from '../../src/domains/land/cases/case-changes.ts';
import { courtCaseById } from '../../src/domains/land/cases/cases.repo.ts';
import { addCourtOrder, addHearing } from '../../src/domains/land/cases/hearings-and-orders.ts';
import { addCourtCase } from '../../src/domains/land/cases/write-case.ts';
import type { AtWork } from './desk-work.ts';

type Party = Pick<NewCaseParty, 'role' | 'name'> & Partial<NewCaseParty>;
type GivenCase = Omit<NewCourtCase, 'parties' | 'about'> & { about?: string; parties: readonly Party[] };

/** Enters a court case as the desk does, and gives its record number. */
export const buildCourtCase = async (
  tx: Tx,
  { about = '', parties, ...facts }: GivenCase,
  made: AtWork,
): Promise<string> => {
  const named = parties.map((party) => ({ tenant_id: null, counsel: '', is_reminded: false, ...party }));
  return (await addCourtCase(tx, { body: { ...facts, about, parties: named }, ...made })).id;
};

type OfCase = { id: string };

/** Plans a hearing of a case. */
export const buildHearing = (tx: Tx, { id, ...body }: NewHearing & OfCase, made: AtWork): Promise<unknown> =>
  addHearing(tx, { id, body, ...made });

/** Enters an order that lifts none. */
export const buildCourtOrder = (
  tx: Tx,
  { id, ...body }: Omit<NewCourtOrder, 'lifts_id'> & OfCase,
  made: AtWork,
): Promise<unknown> => addCourtOrder(tx, { id, body: { ...body, lifts_id: null }, ...made });

/** Resolves a case in which no order stands. */
export const buildResolution = async (
  tx: Tx,
  { id, ...ending }: Pick<CaseResolution, 'outcome' | 'day' | 'words'> & OfCase,
  made: AtWork,
): Promise<void> => {
  const version = (await courtCaseById(tx, id))?.version ?? 0;
  await resolveCourtCase(tx, { id, body: { ...ending, lifts: [], version }, ...made });
};
