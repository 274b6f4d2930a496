import * as contract from '@banbo/contract';
import { createContext, use } from 'react';

/** A desk that answers messages: its page, its list and its calls. */
const VISITORS = {
  path: '/contact_messages',
  list: contract.contactList,
  people: contract.contactPeople,
  show: contract.showContactMessage,
  change: contract.changeContactMessage,
  reply: contract.replyToContactMessage,
  text: contract.textContactMessage,
  whatsapp: contract.noteContactWhatsApp,
  answer: contract.answerContactMessage,
  note: contract.noteContactMessage,
} as const;
export type MessageDesk = Omit<typeof VISITORS, 'path'> & { path: string };

const OF_TENANTS = contract.tenantMessageEndpoints;

/** Its calls differ in path and permission alone, so the types of the others serve them. */
export const TENANT_DESK = {
  path: '/messages_response',
  list: contract.tenantMessageList,
  people: OF_TENANTS.tenantMessagePeople,
  show: OF_TENANTS.showTenantMessage,
  change: OF_TENANTS.changeTenantMessage,
  reply: OF_TENANTS.replyToTenantMessage,
  text: OF_TENANTS.textTenantMessage,
  whatsapp: OF_TENANTS.noteTenantWhatsApp,
  answer: OF_TENANTS.answerTenantMessage,
  note: OF_TENANTS.noteTenantMessage,
} as unknown as MessageDesk;

export const MessageDeskContext = createContext<MessageDesk>(VISITORS);

/** The desk whose page is open: that of all messages, or that of tenants. */
export const useMessageDesk = (): MessageDesk => use(MessageDeskContext);
