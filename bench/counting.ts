import { slowStatements } from '../server/src/db/connection/watch-statements.ts';
import { presentCallId, withCallId } from '../server/src/lib/call-id.ts';
import { createMetrics } from '../server/src/metrics/metrics.ts';

/** Measures how many microseconds of processor time counting adds to a call and a statement. */
const TIMES = 300_000;
const ROUNDS = 5;

const { calls, statements, registry } = createMetrics();
const slow = slowStatements(1_000);
const routes = Array.from({ length: 400 }, (_, n) => `/api/things${n}/:id`);

const measure = (work: (n: number) => void): number => {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let n = 0; n < TIMES; n += 1) work(n);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / TIMES;
  });
  return Math.min(...rounds);
};

const show = (name: string, work: (n: number) => void): void => console.log(`${name}: ${measure(work).toFixed(2)} µs`);

show('A call: in flight, route, method, status, seconds', (n) => {
  calls.begun();
  calls.ended({ route: routes[n % routes.length] ?? '', method: 'GET', status: '2xx', seconds: 0.004 });
});
show('Its id through the work', () => withCallId('call', presentCallId));
show('A statement', () => {
  const statement = { text: 'SELECT 1', ms: 0.4, failed: false };
  statements(statement);
  slow.hear(statement);
});
const begun = performance.now();
const text = await registry.metrics();
const ms = performance.now() - begun;
console.log(`The text of ${routes.length} routes: ${ms.toFixed(0)} ms, ${Math.round(text.length / 1_024)} KiB`);
