export { leaveContactMessage } from './contact/answer-contact.ts';
export {
  contactMessagesOf,
  contactRepliesTo,
  countNewContactMessages,
  countNewTenantMessages,
  eraseContactMessages,
  moveContactMessages,
  moveContactMessagesBack,
  newDriverTexts,
} from './contact/contact.repo.ts';
export { messagesOfAccount } from './contact/read-contact.ts';
export { messageRoutes } from './messages.routes.ts';
export { clearOldMessages, deliverMessages, isDeliveryDue, type Services } from './outbox/deliver-messages.ts';
export {
  forgetMessages,
  lastRefusal,
  type MessageTo,
  messagesTo,
  type OutboxState,
  readOutboxStates,
  statesOfMessages,
} from './outbox/outbox.repo.ts';
export { queueMail, queueSms, queueTexts, takeBackSms } from './outbox/queue-message.ts';
export { areWelcomesReleased, mayTextToday, type Texting, textingNow } from './outbox/sms-ceiling.ts';
export {
  costOfTexts,
  defineReminders,
  partsOfTexts,
  remindersWritten,
} from './reminders/define-reminders.ts';
export { hasHeldWelcomes, heldWelcomes, releaseWelcomes } from './sending/sending.repo.ts';
export { wordsChange } from './templates/change-words.ts';
export { builtInWords, fitOneText, shortCompany, type Words, wordsFor } from './templates/message-words.ts';
