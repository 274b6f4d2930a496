const FIRST_HOUR = 8;
const LAST_HOUR = 19;
const SUNDAY = 0;

/**
 * True in the hours in which the networks of Ghana carry messages that nobody asked for: Monday to Saturday, 08:00 to 19:00.
 * Ghana keeps UTC all year.
 */
export const mayDisturb = (now: Date): boolean =>
  now.getUTCDay() !== SUNDAY && now.getUTCHours() >= FIRST_HOUR && now.getUTCHours() < LAST_HOUR;
