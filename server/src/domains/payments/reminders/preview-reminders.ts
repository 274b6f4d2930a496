import type { ArrearsAge, ReminderPreview } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type Texting, textingNow } from '#domains/messages';
import type { AllDebts } from '../arrears/owed.ts';
import { chooseReminders } from './choose-reminders.ts';
import { partsOf } from './send-reminders.ts';
import { costOfTexts } from './text-price.ts';

/** The office's texts as the server is set up: whether they are sent, how many a day, and the price of one in GHS. */
export type OfficeTexts = Texting & { textPrice: string | undefined };

type Previewing = { all: AllDebts; linksTo: string | null; texts: OfficeTexts; now: Date };

/** Whom reminders would go to now, with their texts, parts and cost, and when texts go out. */
export const previewReminders = async (
  db: Db,
  age: Exclude<ArrearsAge, 'fees'>,
  { all, linksTo, texts: { textPrice, ...texts }, now }: Previewing,
): Promise<ReminderPreview> => {
  const chosen = await chooseReminders(db, age, { all, linksTo }, now);
  const parts = partsOf(chosen);
  const texting = await textingNow(db, texts, 'others', now);
  return { ...chosen, recipients: chosen.reminders.length, parts, cost: costOfTexts(parts, textPrice), texting };
};
