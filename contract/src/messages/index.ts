import { contactEndpoints, sendContactMessage, tenantMessageEndpoints } from './contact-desk.ts';
import { exportOutbox, listOutbox } from './outbox-list.ts';
import {
  changeSending,
  changeTextLimit,
  getSending,
  getTextsHeld,
  releaseWelcomes,
  sendMessageAgain,
} from './sending.ts';
import { changeMessageTemplate, listMessageTemplates, resetMessageTemplate } from './template-words.ts';
import { getTextDesk, writeText } from './texts.ts';

export const messageEndpoints = {
  sendContactMessage,
  ...contactEndpoints,
  ...tenantMessageEndpoints,
  listOutbox,
  exportOutbox,
  getTextsHeld,
  getSending,
  changeTextLimit,
  changeSending,
  releaseWelcomes,
  sendMessageAgain,
  listMessageTemplates,
  changeMessageTemplate,
  resetMessageTemplate,
  getTextDesk,
  writeText,
} as const;

export * from './contact-desk.ts';
export * from './contact-list.ts';
export * from './outbox-list.ts';
export * from './reason.ts';
export * from './sending.ts';
export * from './template-words.ts';
export * from './templates.ts';
export * from './texts.ts';
