import type { Tx } from '#db/database.ts';
import { leaveContactMessage } from '#domains/messages';

const HOUR = 3_600_000;

const MESSAGES = [
  {
    hoursAgo: 100,
    name: 'Kwabena Asante',
    email: 'k.asante@example.com',
    subject: 'Tracker does not answer',
    message:
      'The app shows my car in Kumasi since Friday, but it stands at Tema.\nPlease call me after 6 pm. My number is 024 412 3456.',
  },
  {
    hoursAgo: 28,
    name: 'Esi Boateng',
    email: 'esi.boateng@example.com',
    subject: 'Which plan for two cars?',
    message: 'We run two taxis. Do both need Platinum, or can one be Standard?',
  },
  {
    hoursAgo: 5,
    name: 'Yaw Darko',
    email: 'yaw.darko@example.com',
    subject: 'Receipt for October',
    message: 'I paid on the 3rd by MoMo and got no receipt. The transaction ID is 68576386182.',
  },
  {
    hoursAgo: 2,
    name: 'Akosua Frimpong',
    email: 'akosua@example.com',
    subject: 'Fitting on a Sunday',
    message: 'I work from Monday to Saturday. Can you fit the device on a Sunday?',
  },
  {
    hoursAgo: 1,
    name: 'Best Traffic Ltd',
    email: 'seo@example.net',
    subject: 'Be first in every search',
    message: 'We bring 10,000 visitors a day. Answer now for half the price!',
  },
];

/** Visitors' messages of the last days, none of which anybody has taken. */
export const seedDemoContact = async (tx: Tx, { now }: { now: Date }): Promise<void> => {
  for (const { hoursAgo, ...message } of MESSAGES) {
    await leaveContactMessage(tx, message, new Date(now.getTime() - hoursAgo * HOUR));
  }
};
