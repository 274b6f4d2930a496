import {
  type CheckedLandDocument,
  type LandDocument,
  type LandPaperFacts,
  landDocumentList,
  readPaperCode,
  type SlipCode,
  shownPlotName,
  slipCodeList,
  today,
  UNKNOWN_LAND_PAPER,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import type { Letterhead } from '#domains/documents';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { plotFacts } from '../plots/plots.repo.ts';
import { findingInWords } from './find-against-plot.ts';
import { LAND_PAPER_NOUN } from './issue-paper.ts';
import {
  documentById,
  documentOfCode,
  documentStatuses,
  type LandDocumentRow,
  landDocumentsSql,
} from './land-documents.repo.ts';
import { landPaperPdf } from './land-paper-pdf.ts';
import { type SlipCodeRow, slipCodesSql } from './slip-codes.repo.ts';

type Reading = { now: Date };
type PdfFile = { name: string; bytes: Buffer };

const tenantOf = (facts: LandPaperFacts): string => ('tenant' in facts ? facts.tenant : '');

export const landDocumentsSource = ({ named }: StaffHolders) =>
  listSource(landDocumentList, landDocumentsSql, async (rows, db, { day }): Promise<LandDocument[]> => {
    const statuses = await documentStatuses(db, pluck(rows, 'id'), day);
    const people = await named(db, pluck(rows, 'issued_by'));
    return rows.map((row) => ({
      ...{ id: row.id, number: row.number, kind: row.kind, day: row.day, plot_id: row.plot_id },
      ...{ plot: shownPlotName(row.facts.plot), tenant: tenantOf(row.facts), receipt_number: row.receipt_number },
      status: statuses.get(row.id)?.status ?? 'valid',
      issued_at: row.issued_at.toISOString(),
      issued_by: people.get(row.issued_by)?.fullname ?? '',
    }));
  });

const stateOf = ({ used_at, expires_at }: SlipCodeRow, now: Date): SlipCode['state'] => {
  if (used_at !== null) return 'used';
  return expires_at > now ? 'open' : 'expired';
};

export const slipCodesSource = ({ named }: StaffHolders) =>
  listSource(slipCodeList, slipCodesSql, async (rows, db, { now }): Promise<SlipCode[]> => {
    const people = await named(db, pluck(rows, 'made_by'));
    const plots = await plotFacts(
      db,
      rows.flatMap(({ plot_id }) => plot_id ?? []),
    );
    return rows.map((row) => {
      const plot = row.plot_id === null ? undefined : plots.get(row.plot_id);
      return {
        ...{ id: row.id, code: row.code, receipt_number: row.receipt_number, plot_id: row.plot_id },
        ...{ plot: plot ? shownPlotName(plot) : '', state: stateOf(row, now), slip: row.slip ?? '' },
        made_at: row.made_at.toISOString(),
        made_by: people.get(row.made_by)?.fullname ?? '',
        expires_at: row.expires_at.toISOString(),
        used_at: row.used_at?.toISOString() ?? null,
      };
    });
  });

/** The office’s people and its letterhead, as other domains know them. */
export type PaperSources = { staff: StaffHolders; letterhead: () => Promise<Letterhead> };

type Drawing = Pick<PaperSources, 'letterhead'> & { now: Date };

const draw = async (db: Db, row: LandDocumentRow, { now, letterhead }: Drawing): Promise<PdfFile> => {
  const standing = (await documentStatuses(db, [row.id], today(now))).get(row.id);
  const bytes = await landPaperPdf({ ...row, standing: existing(standing, LAND_PAPER_NOUN) }, await letterhead());
  return { name: `${row.number}.pdf`, bytes };
};

/** A paper as PDF. Refused with 404 `not_found`. */
export const landDocumentToSend = async (db: Db, { id }: { id: string }, drawing: Drawing): Promise<PdfFile> =>
  draw(db, existing(await documentById(db, id), LAND_PAPER_NOUN), drawing);

const paperOfCode = async (db: Db, typed: string): Promise<LandDocumentRow> => {
  const code = readPaperCode(typed);
  const row = code === null ? undefined : await documentOfCode(db, code);
  if (!row) throw new Refusal('not_found', UNKNOWN_LAND_PAPER);
  return row;
};

/** A slip as PDF by its code; notes and certificates are the office’s to hand out. */
export const landSlipToSend = async (
  db: Db,
  { query }: { query: { code: string } },
  drawing: Drawing,
): Promise<PdfFile> => {
  const row = await paperOfCode(db, query.code);
  if (row.kind !== 'slip') throw new Refusal('not_found', UNKNOWN_LAND_PAPER);
  return draw(db, row, drawing);
};

/** The first letter of each word: enough to compare, too little to learn a name. */
export const initialsOf = (name: string): string =>
  name
    .split(' ')
    .flatMap((word) => [...word].slice(0, 1))
    .map((letter) => `${letter}.`)
    .join(' ');

/** The parts of a paper that strangers may see. Refused with 404 `not_found`. */
export const checkLandDocument = async (
  db: Db,
  { query, now }: Reading & { query: { code: string } },
): Promise<CheckedLandDocument> => {
  const { id, number, kind, day, facts } = await paperOfCode(db, query.code);
  const standing = existing((await documentStatuses(db, [id], today(now))).get(id), LAND_PAPER_NOUN);
  return {
    ...{
      number,
      kind,
      day,
      plot: shownPlotName(facts.plot),
      status: standing.status,
      replaced_by: standing.replaced_by,
    },
    tenant: 'tenant' in facts ? initialsOf(facts.tenant) : null,
    finding: 'finding' in facts ? findingInWords(facts.finding) : null,
  };
};
