import type { Db } from '#db/database.ts';
import type { Channel } from '../outbox/outbox.repo.ts';
import { readRow, type SendingRow } from './sending.repo.ts';

/** True where the row stops what goes this way. */
export const stops = ({ status }: SendingRow, channel: Channel): boolean =>
  status === 'all_stopped' || (status === 'texts_stopped' && channel === 'sms');

/** True while staff have stopped what goes this way. Read anew each time, so that a stop holds on all servers within seconds. */
export const isStopped = async (db: Db, channel: Channel): Promise<boolean> => stops(await readRow(db), channel);

/** The day's limit of text messages by the row, never above the server's. */
export const limitOf = ({ texts_per_day }: SendingRow, ceiling: number): number =>
  Math.min(texts_per_day ?? ceiling, ceiling);

/** The day's limit of text messages: that of staff, never above `ceiling`, which is the server's. */
export const textsPerDay = async (db: Db, ceiling: number): Promise<number> => limitOf(await readRow(db), ceiling);

/** True if staff let welcomes go for the day. */
export const areWelcomesReleased = async (db: Db, day: string): Promise<boolean> =>
  (await readRow(db)).welcomes_released_on === day;
