import type { Db } from '#db/database.ts';
import { queueTexts, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { lastSeen, lockLastSeen, noteAbsence } from './shifts.repo.ts';

/** Milliseconds without anybody at the board after which supervisors are told. */
const ABSENCE_MS = 10 * 60_000;
/** An absence that is older was told of, or the company does without shifts. */
const LONGEST_MS = 24 * 3_600_000;
/** Hours for which such a text message is worth sending. */
const TEXT_HOURS = 4;

type Seen = { seen_at: Date; absence_told_at: Date | null };

/** True where nobody looks at the board since a while, and supervisors do not know it yet. */
const isToTell = ({ seen_at, absence_told_at }: Seen, now: Date): boolean => {
  const away = now.getTime() - seen_at.getTime();
  return away >= ABSENCE_MS && away < LONGEST_MS && (absence_told_at === null || absence_told_at < seen_at);
};

export const isBoardLeft = async (db: Db, now: Date): Promise<boolean> => {
  const seen = await lastSeen(db);
  return seen !== undefined && isToTell(seen, now);
};

/** Tells the supervisors by text message, once, that nobody looks at the board any more. */
export const tellOfAbsence = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const shift = await lockLastSeen(tx);
    if (!shift || !isToTell(shift, now)) return;
    const { company_name: company, supervisor_numbers } = await readSite(tx);
    const words = await wordsFor(tx, 'nobody_on_shift');
    const text = words({ company, minutes: String(Math.round((now.getTime() - shift.seen_at.getTime()) / 60_000)) });
    const texts = supervisor_numbers.map((to) => ({ to, text, hours: TEXT_HOURS }));
    await queueTexts(tx, texts, now, { isUrgent: true });
    await noteAbsence(tx, shift.id, now);
  });
