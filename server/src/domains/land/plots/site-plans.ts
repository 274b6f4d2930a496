import { plotName } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import type { Paper } from '#lib/read-paper.ts';
import { existing } from '#lib/refusal.ts';
import { lockPlot, zoneById } from './plots.repo.ts';
import { insertSitePlan, sitePlanContent } from './site-plans.repo.ts';
import { PLOT_NOUN } from './write-plots.ts';

/** Keeps a site plan of a plot beside its earlier ones. Refused with 404 `not_found`. */
export const addSitePlan = async (
  tx: Tx,
  { id: plot_id, by, now }: { id: string; by: Caller; now: Date },
  { name: file_name, type, content, sha256 }: Paper,
): Promise<{ message: string; id: string }> => {
  const plot = await lockPlot(tx, plot_id);
  const file = { plot_id, paper: 'Site plan', file_name, type, content, sha256 };
  const id = await insertSitePlan(tx, { ...file, added_by: by.accountId, added_at: now });
  const name = plotName({ ...plot, zone: (await zoneById(tx, plot.zone_id))?.zone ?? '' });
  const after = { file: file_name, sha256: sha256.toString('hex') };
  await audit(tx, by, { action: 'plots.site_plan', subject: { kind: PLOT_NOUN, id: plot_id, name }, after }, now);
  return { message: `${file_name} is the site plan of ${name}.`, id };
};

/** The newest site plan under its name. Refused with 404 `not_found`. */
export const sitePlanToSend = async (
  db: Db,
  { id }: { id: string },
): Promise<{ name: string; type: string; bytes: Buffer }> => {
  const { file_name, type, content } = existing(await sitePlanContent(db, id), 'site plan');
  return { name: file_name, type, bytes: content };
};
