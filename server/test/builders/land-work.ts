import { createHash } from 'node:crypto';
import type { NewApplication, NewDecision, NewPlot } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { staffDirectory } from '#domains/identity';
import { addApplicationPaper } from '../../src/domains/land/applications/application-papers.ts';
import { applicationById } from '../../src/domains/land/applications/applications.repo.ts';
import { decideApplication, stepApplication } from '../../src/domains/land/applications/decide-application.ts';
import { landKindOf } from '../../src/domains/land/applications/kinds.repo.ts';
import { addApplication } from '../../src/domains/land/applications/write-application.ts';
import { issueLandDocument } from '../../src/domains/land/papers/issue-paper.ts';
import { addPlotSlip, makeSlipCode } from '../../src/domains/land/papers/issue-slip.ts';
import { addPlot } from '../../src/domains/land/plots/write-plots.ts';
import type { AtWork } from './desk-work.ts';

/** Adds a plot as the desk does, and gives its record number. */
export const buildDeskPlot = async (tx: Tx, body: NewPlot, made: AtWork): Promise<string> =>
  (await addPlot(tx, { body, ...made })).id;

/** A PDF of one empty page that names itself. */
const paperNamed = (name: string) => {
  const content = Buffer.from(`%PDF-1.4\n% ${name}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF\n`);
  return {
    ...{ name: `${name}.pdf`, type: 'application/pdf' as const, content },
    sha256: createHash('sha256').update(content).digest(),
  };
};

/** Enters an application, with the papers of its kind unless told otherwise. */
export const buildDraft = async (
  tx: Tx,
  { body, hasPapers = true }: { body: NewApplication; hasPapers?: boolean },
  made: AtWork,
): Promise<string> => {
  const { id } = await addApplication(tx, { body, ...made });
  const { papers } = await landKindOf(tx, body.kind);
  for (const { paper } of hasPapers ? papers : [])
    await addApplicationPaper(tx, { id, body: { paper, file: undefined as never }, ...made }, paperNamed(paper));
  return id;
};

const versionOf = async (tx: Tx, id: string): Promise<number> => (await applicationById(tx, id))?.version ?? 0;

/** Lodges an application. */
export const buildLodging = async (tx: Tx, id: string, made: AtWork): Promise<void> => {
  await stepApplication(tx, { id, body: { change: 'lodge', version: await versionOf(tx, id) }, ...made });
};

/** Decides on a lodged application, in an office where nothing is owed. */
export const buildLandDecision = async (
  tx: Tx,
  { id, ...body }: Omit<NewDecision, 'version'> & { id: string },
  made: AtWork,
): Promise<void> => {
  const asked = { id, body: { ...body, version: await versionOf(tx, id) }, ...made };
  await decideApplication(tx, asked, { staff: staffDirectory, owes: async () => '0.00' });
};

/** Issues the papers of an approved application, and a slip about its plot. */
export const buildDeskPapers = async (
  tx: Tx,
  { applicationId, plotId }: { applicationId: string; plotId: string },
  made: AtWork,
): Promise<void> => {
  await issueLandDocument(tx, { body: { kind: 'allocation_note', subject_id: applicationId }, ...made });
  const held = tx.selectFrom('tenancies').select('id').where('plot_id', '=', plotId).where('held_until', 'is', null);
  const { id: subject_id } = await held.executeTakeFirstOrThrow();
  await issueLandDocument(tx, { body: { kind: 'tenancy_certificate', subject_id }, ...made });
  await addPlotSlip(tx, { id: plotId, body: { receipt_number: '' }, ...made });
};

/** Makes a code for a slip of any plot, for a receipt. */
export const buildSlipCode = (tx: Tx, receipt_number: string, made: AtWork) =>
  makeSlipCode(tx, { body: { receipt_number, plot_id: null }, ...made });
