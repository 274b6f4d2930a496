import { asTable, type Contestant, compare } from './lib/compare.ts';
import { readCompareOptions } from './lib/compare-options.ts';
import type { Call } from './lib/load.ts';
import { addressOf, startServed } from './lib/served.ts';

/** Looks drivers up by car number, against Fastify with the same SQL but no sign-in or limits. */
const { rounds, ...asked } = readCompareOptions();
const { drivers } = asked;
const { ports, freshTokens, measure, end } = await startServed({ ...asked, payments: 0 });

let sent = 0;
/** Each call looks up the next driver, from a new address, as the next clerk if there are any. */
const lookUp = (tokens: readonly string[]) => (): Call => {
  sent += 1;
  const bearer = tokens.length > 0 ? { authorization: `Bearer ${tokens[sent % tokens.length]}` } : {};
  return {
    method: 'POST',
    path: '/api/drivers/find_driver_by_car_number',
    headers: { ...addressOf(sent), ...bearer },
    body: JSON.stringify({ car_number: `GR ${1 + ((sent * 7919) % drivers)}-20` }),
  };
};

const contestants: Contestant[] = [
  { name: 'bare Fastify', run: () => measure(ports.fastify, lookUp([]), 200) },
  { name: 'bare Fastify, statements prepared', run: () => measure(ports.fastifyPrepared, lookUp([]), 200) },
  { name: 'Banbo, a visitor', run: () => measure(ports.app, lookUp([]), 200) },
  {
    name: 'Banbo, signed in as staff',
    run: async () => measure(ports.app, lookUp(await freshTokens()), 200),
  },
];

try {
  console.log(
    `${asked.postgres ?? 'the installed PostgreSQL'}, ${drivers} drivers, 16 connections, ${rounds} rounds\n`,
  );
  console.log(asTable('A driver by car number, against the same SQL', await compare(contestants, rounds)));
} finally {
  await end();
}
