import { sendContactMessage } from './contact.ts';
import { contactEndpoints } from './contact-desk.ts';
import { exportOutbox, listOutbox } from './outbox-list.ts';
import {
  changeSending,
  changeTextLimit,
  getSending,
  getTextsHeld,
  releaseWelcomes,
  sendMessageAgain,
} from './sending.ts';
import { changeMessageTemplate, listMessageTemplates, resetMessageTemplate } from './template-endpoints.ts';

export const messageEndpoints = {
  sendContactMessage,
  ...contactEndpoints,
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
} as const;
