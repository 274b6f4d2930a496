// Loaded before the product by `testOnMovingClock`, so that a journey need not wait for minutes.

const STEP_MS = 600_000;
let ahead = 0;
const now = (): number => performance.timeOrigin + performance.now() + ahead;

process.on('SIGUSR2', () => {
  ahead += STEP_MS;
});

globalThis.Date = new Proxy(Date, {
  get: (date, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(date, name)),
  construct: (date, given, target) => Reflect.construct(date, given.length === 0 ? [Math.floor(now())] : given, target),
});
