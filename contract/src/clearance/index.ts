import { previewCaptures } from './captures.ts';
import { cashEndpoints } from './cash.ts';
import { decisionEndpoints } from './decisions.ts';
import { deskEndpoints } from './desk.ts';
import { feePaymentEndpoints } from './fees.ts';
import { moneyReceivedEndpoints } from './money-received.ts';
import { promptEndpoints } from './prompts.ts';
import { statementEndpoints } from './statements.ts';

export const clearanceEndpoints = {
  ...deskEndpoints,
  previewCaptures,
  ...feePaymentEndpoints,
  ...decisionEndpoints,
  ...statementEndpoints,
  ...promptEndpoints,
  ...moneyReceivedEndpoints,
  ...cashEndpoints,
} as const;

export * from './captures.ts';
export * from './cases.ts';
export * from './cash.ts';
export * from './decisions.ts';
export * from './desk.ts';
export * from './fees.ts';
export { ASIDE_WORDS, isAside, type MomoKind } from './momo-kinds.ts';
export * from './momo-paste.ts';
export * from './momo-sms.ts';
export * from './money-received.ts';
export * from './pay-owed.ts';
export * from './prompts.ts';
export * from './reasons.ts';
export * from './statements.ts';
