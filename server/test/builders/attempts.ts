import type { PaymentSubmission } from '@banbo/contract';
import type { TestApp } from '../harness.ts';

let address = 0;

/** Sends a claim with a taken transaction ID, as a stranger does, which is kept for staff. */
export const buildAttempt = async (it: TestApp, payload: PaymentSubmission): Promise<void> => {
  address += 1;
  const remoteAddress = `10.7.${address >> 8}.${address & 255}`;
  const response = await it.app.inject({ method: 'POST', url: '/api/payments', payload, remoteAddress });
  if (response.json().code !== 'transaction_id_taken') throw new Error(`It was not refused: ${response.body}`);
};
