import {
  type AskedSlip,
  addDays,
  type NewPlotSlip,
  type NewSlipCode,
  parseReceiptNumber,
  readPaperCode,
  type SlipFinding,
  shownPlotName,
  today,
  WRONG_SLIP_CODE,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedUnique, withSavepoint } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import { findLandReceipt } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { newPaperCode } from '#lib/paper-code.ts';
import { existing, refusalAt } from '#lib/refusal.ts';
import { findAgainstPlot, findingInWords } from './find-against-plot.ts';
import { type IssuedPaper, LAND_PAPER_NOUN, storePaper } from './issue-paper.ts';
import { plotOnPaper, plotsNamed } from './paper-facts.repo.ts';
import { insertSlipCode, lockOpenCode, useSlipCode } from './slip-codes.repo.ts';

type MadeSlip = IssuedPaper & { plot: string; finding: SlipFinding };

const makeSlip = async (
  tx: Tx,
  { plotId, receipt_number }: { plotId: string; receipt_number: string },
  made: { by: Caller | null; now: Date },
): Promise<MadeSlip> => {
  const plot = existing(await plotOnPaper(tx, plotId), 'plot');
  const finding = await findAgainstPlot(tx, plotId);
  const paper = { kind: 'slip', plot_id: plotId, facts: { plot, finding }, receipt_number } as const;
  return { ...(await storePaper(tx, paper, made)), plot: shownPlotName(plot), finding: findingInWords(finding) };
};

const USED_RECEIPT = 'This receipt has paid for a slip or a code before. One receipt pays for one.';

/** Days after which a receipt pays for no slip any more. */
const RECEIPT_DAYS = 365;

/** Refuses the number of a receipt that is none of land's, is void or is older than a year. */
const refuseReceipt = async (tx: Tx, number: string, now: Date): Promise<void> => {
  const receipt = await findLandReceipt(tx, parseReceiptNumber(number) ?? '0');
  const refuse = (message: string) => refusalAt('refused', 'receipt_number', message);
  if (!receipt) throw refuse(`We have no receipt ${number} of a payment for land.`);
  if (receipt.status === 'void') throw refuse(`The receipt ${number} is void: ${receipt.void_reason}`);
  if (receipt.paid_on < addDays(today(now), -RECEIPT_DAYS)) throw refuse(`The receipt ${number} is older than a year.`);
};

/**
 * Runs work that uses a receipt; none is needed where its number is empty. Refused with 422
 * `refused` where there is no such receipt, and with 409 `conflict` where it was used before.
 */
const payingOnce = async <T>(
  tx: Tx,
  { receipt_number, now }: { receipt_number: string; now: Date },
  work: () => Promise<T>,
): Promise<T> => {
  if (receipt_number !== '') await refuseReceipt(tx, receipt_number, now);
  try {
    return await withSavepoint(tx, work);
  } catch (error) {
    if (violatedUnique(error) !== 'slip_receipts_once') throw error;
    throw refusalAt('conflict', 'receipt_number', USED_RECEIPT);
  }
};

/**
 * Issues a slip about a plot at the desk. Refused with 404 `not_found`, and as `payingOnce` is.
 */
export const addPlotSlip = async (
  tx: Tx,
  { id: plotId, body, by, now }: { id: string; body: NewPlotSlip; by: Caller; now: Date },
): Promise<{ message: string; id: string; number: string; finding: SlipFinding }> => {
  const make = () => makeSlip(tx, { plotId, ...body }, { by, now });
  const { id, number, plot, finding } = await payingOnce(tx, { ...body, now }, make);
  const subject = { kind: LAND_PAPER_NOUN, id, name: number };
  await audit(tx, by, { action: 'plots.slips', subject, after: { plot, ...body } }, now);
  return { message: `The slip ${number} is issued.`, id, number, finding };
};

const NO_PLOT =
  'Our records have no such plot in this zone. Please compare the number with the site plan; your code stays good.';

/** The plot that a stranger means. Refused with 422 `refused` where there is none, or several. */
const plotMeant = async (tx: Tx, asked: AskedSlip, onlyPlot: string | null): Promise<string> => {
  const found = await plotsNamed(tx, asked);
  const [first, ...others] = found;
  if (!first) throw refusalAt('refused', 'plot_number', NO_PLOT);
  if (onlyPlot !== null) {
    if (found.some(({ id }) => id === onlyPlot)) return onlyPlot;
    throw refusalAt('refused', 'plot_number', 'Your code is for another plot. Please ask for that one.');
  }
  const exact = others.length === 0 ? first : found.find(({ block }) => block.trim() === asked.block.trim());
  if (!exact) {
    throw refusalAt('refused', 'block', 'This zone has the number in several blocks. Please give the block too.');
  }
  return exact.id;
};

/**
 * Issues a slip to a stranger with a code of the office, which is used up by it. Refused with 422
 * `refused`, in the same words for every code that is not good, and for a plot that is not found.
 */
export const askLandSlip = async (
  tx: Tx,
  { body, now }: { body: AskedSlip; now: Date },
): Promise<Omit<MadeSlip, 'id'> & { message: string; day: string }> => {
  const typed = readPaperCode(body.code);
  const paid = typed === null ? undefined : await lockOpenCode(tx, typed, now);
  if (!paid) throw refusalAt('refused', 'code', WRONG_SLIP_CODE);
  const plotId = await plotMeant(tx, body, paid.plot_id);
  const made = await makeSlip(tx, { plotId, receipt_number: paid.receipt_number }, { by: null, now });
  await useSlipCode(tx, paid.id, { used_at: now, document_id: made.id });
  const { number, code, plot, finding } = made;
  return { message: `The slip ${number} is issued.`, number, code, day: today(now), plot, finding };
};

/** Milliseconds for which a code is good. */
const GOOD_FOR_MS = 30 * 86_400_000;

/** Makes a code for one slip. Refused as `payingOnce` is. */
export const makeSlipCode = async (
  tx: Tx,
  { body, by, now }: { body: NewSlipCode; by: Caller; now: Date },
): Promise<{ message: string; id: string; code: string }> => {
  const plot = body.plot_id === null ? null : existing(await plotOnPaper(tx, body.plot_id), 'plot');
  const code = newPaperCode();
  const expires_at = new Date(now.getTime() + GOOD_FOR_MS);
  const row = { ...body, code, made_at: now, made_by: by.accountId, expires_at };
  const id = await payingOnce(tx, { ...body, now }, () => insertSlipCode(tx, row));
  const subject = { kind: 'slip code', id, name: body.receipt_number };
  const after = { receipt_number: body.receipt_number, plot: plot && shownPlotName(plot) };
  await audit(tx, by, { action: 'slip_codes.add', subject, after }, now);
  return { message: 'The code is made. It is good for one slip within 30 days.', id, code };
};
