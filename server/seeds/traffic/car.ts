import { type Draws, drawsOf } from './draws.ts';
import { JUNCTIONS, type Junction, metresBetween, quickestWays, type Spot, spotBeside, type Way } from './roads.ts';

/** Where a simulated car is, and what its tracker measures. */
export type Fix = {
  latitude: number;
  longitude: number;
  speedKmh: number;
  /** Whole degrees from north. */
  course: number;
  accuracyM: number;
  hasIgnition: boolean;
  batteryPercent: number;
};

/** Lets seconds pass, and answers where the car is then. */
export type SimulatedCar = (seconds: number) => Fix;

type Life = {
  /** Where the car stands at first; drawn by default. */
  home?: Junction;
  /** Seconds of work, after which it goes home and stays; without end by default. */
  work?: number;
};

/** A step of driving in seconds. */
const STEP_S = 5;
/** Metres a second squared. */
const SPEEDING_UP = 1.6;
const BRAKING = 2.4;
/** Metres that cars keep from the middle of the road, on the right. */
const LANE_M = 3;
/** Seconds of parking between two trips, and of waiting at a junction. */
const PARKING = [120, 1_500] as const;
const WAITING = [10, 70] as const;

const PLACES = Object.keys(JUNCTIONS) as Junction[];

/** A car that drives from place to place by the quickest roads, waits at junctions and parks. */
export const simulatedCar = (
  draws: Draws,
  { home = draws.oneOf(PLACES), work = Infinity }: Life = {},
): SimulatedCar => {
  /** Apart from the drive, so that it is the same however often somebody looks. */
  const noise = drawsOf(draws.whole(0, 2 ** 31));
  /** How this driver drives, beside the usual. */
  const temper = draws.between(0.85, 1.15);
  let at = home;
  let route: Way[] = [];
  /** The line that the car is on, its usual speed, its leg, and the metres of that behind it. */
  let line: readonly Spot[] = [JUNCTIONS[home], JUNCTIONS[home]];
  let kmh = 0;
  let leg = 0;
  let along = 0;
  let course = draws.whole(0, 359);
  let speed = 0;
  let worked = 0;
  let isParked = true;
  let resting = draws.between(0, PARKING[1] / 2);
  let battery = draws.between(70, 100);

  const legEnds = (): [Spot, Spot] => [line[leg] as Spot, line[leg + 1] as Spot];
  const legMetres = (): number => Math.hypot(...metresBetween(...legEnds()));
  const isHome = (): boolean => isParked && worked >= work && at === home;

  const rest = (parks: boolean, [shortest, longest]: readonly [number, number]): void => {
    isParked = parks;
    resting = draws.between(shortest, longest);
    speed = 0;
  };

  const enter = (way: Way): void => {
    at = way.to;
    ({ line, kmh } = way);
    leg = 0;
    along = 0;
  };

  const setOut = (): void => {
    if (!isParked) return;
    isParked = false;
    const others = PLACES.filter((place) => place !== at);
    const [first, ...more] = quickestWays(at, worked >= work ? home : draws.oneOf(others));
    route = more;
    if (first) enter(first);
  };

  const reachJunction = (): void => {
    const way = route.shift();
    if (!way) {
      leg = line.length - 2;
      along = legMetres();
      rest(true, PARKING);
      return;
    }
    enter(way);
    if (draws.isHit(0.5)) rest(false, WAITING);
  };

  const drive = (seconds: number): void => {
    const wanted = (kmh / 3.6) * temper * draws.between(0.75, 1.2);
    const next =
      wanted < speed ? Math.max(wanted, speed - BRAKING * seconds) : Math.min(wanted, speed + SPEEDING_UP * seconds);
    along += ((speed + next) / 2) * seconds;
    speed = next;
    for (let length = legMetres(); along >= length; length = legMetres()) {
      along -= length;
      leg += 1;
      if (leg >= line.length - 1) {
        reachJunction();
        return;
      }
    }
  };

  const step = (seconds: number): void => {
    worked += seconds;
    battery = Math.max(5, Math.min(100, battery + (isParked ? -0.0006 : 0.004) * seconds));
    if (resting <= 0) {
      drive(seconds);
      return;
    }
    resting -= seconds;
    if (isHome()) resting = Math.max(resting, 1);
    else if (resting <= 0) setOut();
  };

  const fix = (): Fix => {
    const [east, north] = metresBetween(...legEnds());
    const length = Math.hypot(east, north);
    const [aheadEast, aheadNorth] = length === 0 ? [0, 0] : [east / length, north / length];
    if (length > 0) course = (Math.round((Math.atan2(east, north) * 180) / Math.PI) + 360) % 360;
    // A parked receiver wanders less than a moving one.
    const wander = isParked ? 1 : 3;
    const [latitude, longitude] = spotBeside(
      line[leg] as Spot,
      aheadEast * along + aheadNorth * LANE_M + noise.between(-wander, wander),
      aheadNorth * along - aheadEast * LANE_M + noise.between(-wander, wander),
    );
    return {
      latitude: Number(latitude.toFixed(6)),
      longitude: Number(longitude.toFixed(6)),
      speedKmh: speed * 3.6,
      course,
      accuracyM: noise.whole(3, 15),
      hasIgnition: !isParked,
      batteryPercent: Math.round(battery),
    };
  };

  return (seconds) => {
    for (let left = seconds; left > 0; left -= STEP_S) step(Math.min(STEP_S, left));
    return fix();
  };
};
