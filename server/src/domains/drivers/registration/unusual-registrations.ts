import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { areWelcomesReleased } from '#domains/messages';
import { countRegisteredSingly, registrationsByDay } from './new-drivers.repo.ts';

/** Days whose registrations say what is usual. */
const DAYS = 28;
/** A day's registrations are far more than usual above this many times the usual. */
const TIMES = 4;
/** A day's registrations that are never too many, so that a small office or a new one grows without being asked. */
const FEW = 50;

/** The middle of the last days' registrations, so that neither an import of one day nor a flood of some changes what is usual. */
const usualOf = (counts: ReadonlyMap<string, number>, day: string): number =>
  Array.from({ length: DAYS }, (_, ago) => counts.get(addDays(day, -1 - ago)) ?? 0).sort((a, b) => a - b)[DAYS / 2] ??
  0;

/**
 * True while far more drivers have registered today than usual and nobody has said that they are real: then the welcomes of
 * strangers' registrations are held, as each text costs money. Reads totals, at the same cost however many drivers there are;
 * only where these are too many are the day's drivers counted, without those of a list that staff imported.
 */
export const holdsWelcomes = async (tx: Tx, now: Date): Promise<boolean> => {
  const day = today(now);
  const counts = await registrationsByDay(tx, { from: addDays(day, -DAYS), to: day });
  const most = Math.max(FEW, TIMES * usualOf(counts, day));
  if ((counts.get(day) ?? 0) <= most || (await areWelcomesReleased(tx, day))) return false;
  return (await countRegisteredSingly(tx, day, most + 1)) > most;
};
