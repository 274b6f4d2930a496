import { addDays, type Dashboard, FIGURE_LINKS, formatDay, formatMonth, MONTHS, type Received } from '@banbo/contract';
import type { Bars } from '~/components/chart/pair-chart.tsx';
import type { ShownPeriod } from './dashboard-queries.tsx';
import { WEEKDAYS } from './words.ts';

type Moment = Pick<Dashboard, 'today' | 'time'>;

const two = (number: number): string => String(number).padStart(2, '0');

const monthOf = (day: string): string => day.slice(0, 7);

/** `2026-11-13` as `Fri 13 Nov`. */
export const shortDay = (day: string): string =>
  `${WEEKDAYS[new Date(day).getUTCDay()]?.slice(0, 3)} ${formatDay(day).replace(/ \d{4}$/, '')}`;

// An office's hours; money of others widens them.
const [OPENS, CLOSES] = [7, 18];

/** The hours of today up to now, each beside that of the same weekday a week before. */
const hoursOf = ({ today, time }: Moment, { hours, today: { before } }: Received): Bars => {
  const amounts = new Map(hours.map(({ day, hour, amount }) => [`${day} ${hour}`, amount]));
  const now = Number(time.slice(0, 2));
  const first = Math.min(OPENS, now, ...hours.map(({ hour }) => hour));
  const last = Math.max(CLOSES, now, ...hours.map(({ hour }) => hour));
  return {
    title: 'Received by hour',
    per: 'Hour',
    own: 'Today',
    last: shortDay(before.first),
    pairs: Array.from({ length: last - first + 1 }, (_, index) => first + index).map((hour) => ({
      name: `${two(hour)}:00`,
      own: hour <= now ? (amounts.get(`${today} ${hour}`) ?? '0.00') : null,
      last: amounts.get(`${before.first} ${hour}`) ?? '0.00',
      isNamed: hour % 3 === 0,
    })),
  };
};

/** The days of this month up to its end, each beside that of last month. */
const daysOf = ({ today }: Moment, { days, month: { before } }: Received): Bars => {
  const amounts = new Map(days.map(({ day, amount }) => [day, amount]));
  const [month, earlier] = [monthOf(today), monthOf(before.first)];
  // A day that does not exist falls into another month.
  const exists = (of: string, date: number): boolean => monthOf(addDays(`${of}-01`, date - 1)) === of;
  const dates = Array.from({ length: 31 }, (_, index) => index + 1);
  return {
    title: 'Received by day',
    per: 'Day',
    own: formatMonth(month),
    last: formatMonth(earlier),
    pairs: dates
      .filter((date) => exists(month, date) || exists(earlier, date))
      .map((date) => {
        const own = `${month}-${two(date)}`;
        const isPast = exists(month, date) && own <= today;
        return {
          name: String(date),
          own: isPast ? (amounts.get(own) ?? '0.00') : null,
          last: exists(earlier, date) ? (amounts.get(`${earlier}-${two(date)}`) ?? '0.00') : null,
          isNamed: date === 1 || date % 5 === 0,
          ...(isPast && { to: FIGURE_LINKS.received({ first: own, last: own }) }),
        };
      }),
  };
};

/** The months of this year up to now, each beside that of last year. */
const monthsOf = ({ today }: Moment, { months, year: { first, before } }: Received): Bars => {
  const amounts = new Map(months.map(({ month, amount }) => [month, amount]));
  const [year, earlier] = [first.slice(0, 4), before.first.slice(0, 4)];
  return {
    title: 'Received by month',
    per: 'Month',
    own: year,
    last: earlier,
    pairs: MONTHS.map((month, index) => {
      const own = `${year}-${two(index + 1)}`;
      const isPast = own <= monthOf(today);
      return {
        name: month.slice(0, 3),
        own: isPast ? (amounts.get(own) ?? '0.00') : null,
        last: amounts.get(`${earlier}-${two(index + 1)}`) ?? '0.00',
        isNamed: true,
        ...(isPast && { to: FIGURE_LINKS.receivedByMonth(own) }),
      };
    }),
  };
};

const BARS = { today: hoursOf, month: daysOf, year: monthsOf } as const;

/** The bars of a period: hours of a day, days of a month, months of a year. */
export const barsOf = (period: ShownPeriod, at: Moment, received: Received): Bars => BARS[period](at, received);
