import type { TestApp } from '../harness.ts';
import { buildPlot } from './land.ts';

/** The number of a receipt that somebody with `land.receive` gives for the forms of a plot. */
export const buildLandReceipt = async (it: TestApp, headers: Record<string, string>): Promise<string> => {
  const plot_id = (await buildPlot(it)).id;
  const payments = [{ payment_type: 'CC5000', amount: '150.00' }];
  const payload = { mode: 'cash', amount: '150.00', plot_id, payments };
  const answer = await it.app.inject({ method: 'POST', url: '/api/land_payments', headers, payload });
  if (answer.statusCode !== 201) throw new Error(`Not received: ${answer.body}`);
  return answer.json().receipts[0];
};
