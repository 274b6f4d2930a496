export { clearOldMessages, deliverMessages, isDeliveryDue, type Services } from './deliver-messages.ts';
export { messageRoutes } from './messages.routes.ts';
export { forgetMessages, type MessageTo, messagesTo } from './messages-of-person.repo.ts';
export { queueMail, queueSms, queueTexts, takeBackSms } from './queue-message.ts';
export { mayTextToday, type Texting, textingNow } from './sms-ceiling.ts';
export { smsParts } from './sms-parts.ts';
