// Loaded before the product by `testOnMovingClock` and `testOnMonthOfBooks`, so that a journey need
// not wait for minutes, or for the end of a month. The address says how many minutes a step has.

const MINUTE_MS = 60_000;
const STEP_MS = Number(new URL(import.meta.url).searchParams.get('minutes')) * MINUTE_MS;
let ahead = 0;
const now = (): number => performance.timeOrigin + performance.now() + ahead;

process.on('SIGUSR2', () => {
  ahead += STEP_MS;
});

globalThis.Date = new Proxy(Date, {
  get: (date, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(date, name)),
  construct: (date, given, target) => Reflect.construct(date, given.length === 0 ? [Math.floor(now())] : given, target),
});
