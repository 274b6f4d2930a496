import type { Db } from '#db/database.ts';
import { countWaitingCases } from '#domains/clearance';
import { countNewContactMessages } from '#domains/messages';
import { countIncompleteRegistrations } from '#domains/payments';
import type { Can } from './dashboard.ts';

/** How much waits behind items of the menu, by their path, of those that the caller may open. */
export const officeCounts = async (db: Db, can: Can): Promise<Record<string, number>> => ({
  ...(can('payments.clear') && { '/payment_clearance': (await countWaitingCases(db)).count }),
  ...(can('drivers.register') && { '/admin_registration': await countIncompleteRegistrations(db) }),
  ...(can('contact.answer') && { '/contact_messages': await countNewContactMessages(db) }),
});
