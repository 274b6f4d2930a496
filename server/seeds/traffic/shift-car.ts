import { type Fix, type SimulatedCar, simulatedCar } from './car.ts';
import { drawsOf } from './draws.ts';
import { JUNCTIONS, type Junction } from './roads.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds that a car is out of each day. */
const WORK = 14 * HOUR;

/**
 * A car that begins and ends each day at its home, so that any moment can be had again without
 * those before its day. Cars begin at different hours: at each, most are out. It answers where the
 * car is at times from `from` on, each later than the last.
 */
export const shiftCar = (serial: number, from: Date): ((at: Date) => Fix) => {
  const own = drawsOf(serial, 1);
  const home = own.oneOf(Object.keys(JUNCTIONS) as Junction[]);
  const firstHour = (serial * 7 + own.whole(0, 2)) % 24;
  let begin = Math.floor((from.getTime() - firstHour * HOUR) / DAY) * DAY + firstHour * HOUR;
  const ofDay = (): SimulatedCar => simulatedCar(drawsOf(begin / HOUR, serial), { home, work: WORK / 1_000 });
  let car = ofDay();
  let last = begin;
  return (at) => {
    if (at.getTime() >= begin + DAY) {
      begin += Math.floor((at.getTime() - begin) / DAY) * DAY;
      car = ofDay();
      last = begin;
    }
    const fix = car((at.getTime() - last) / 1_000);
    last = at.getTime();
    return fix;
  };
};
