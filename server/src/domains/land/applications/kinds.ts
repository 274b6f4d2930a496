import { APPLICATION_KIND_LABELS, APPLICATION_KINDS, type ApplicationKind, type LandKind } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { allKinds, lockKind, replaceKindPapers, updateKind } from './kinds.repo.ts';

/** The kinds with their days, fees and papers, in the usual order. */
export const listLandKinds = async (db: Db): Promise<LandKind[]> => {
  const rows = await allKinds(db);
  return APPLICATION_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
};

const inWords = (papers: LandKind['papers']): string =>
  papers.map(({ paper, is_needed }) => (is_needed ? paper : `${paper} (not needed)`)).join(', ');

type Asked = {
  kind: ApplicationKind;
  body: { [Field in 'days' | 'fee' | 'papers']?: LandKind[Field] | undefined };
  by: Caller;
  now: Date;
};

/** Changes a kind's days, fee or whole list of papers, and answers a sentence. */
export const changeLandKind = async (tx: Tx, { kind, body: { papers, ...body }, by, now }: Asked): Promise<string> => {
  const was = await lockKind(tx, kind);
  if (Object.keys(body).length > 0) await updateKind(tx, kind, body);
  if (papers) await replaceKindPapers(tx, kind, papers);
  const before = { days: was.days, fee: was.fee, papers: inWords(was.papers) };
  const after = { ...before, ...body, ...(papers && { papers: inWords(papers) }) };
  const subject = { kind: 'kind of applications', id: kind, name: APPLICATION_KIND_LABELS[kind] };
  await audit(tx, by, { action: 'applications.change_kind', subject, before, after }, now);
  return `The kind ${APPLICATION_KIND_LABELS[kind]} is changed.`;
};
