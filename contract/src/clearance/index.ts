import { decisionEndpoints } from './decisions.ts';
import { deskEndpoints } from './desk.ts';
import { feePaymentEndpoints } from './fees.ts';
import { moneyReceivedEndpoints } from './money-received.ts';
import { promptEndpoints } from './prompts.ts';
import { statementEndpoints } from './statements.ts';

export const clearanceEndpoints = {
  ...deskEndpoints,
  ...feePaymentEndpoints,
  ...decisionEndpoints,
  ...statementEndpoints,
  ...promptEndpoints,
  ...moneyReceivedEndpoints,
} as const;

export * from './cases.ts';
export * from './decisions.ts';
export * from './desk.ts';
export * from './fees.ts';
export * from './momo-sms.ts';
export * from './money-received.ts';
export * from './prompts.ts';
export * from './reasons.ts';
export * from './statements.ts';
