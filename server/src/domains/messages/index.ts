export { clearOldMessages, deliverMessages, type Services } from './deliver-messages.ts';
export { messageRoutes } from './messages.routes.ts';
export { queueMail, queueSms } from './queue-message.ts';
export { mayTextToday } from './sms-ceiling.ts';
