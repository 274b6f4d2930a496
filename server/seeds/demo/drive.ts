import { TRACCAR_FEED } from '../traffic/send-traffic.ts';
import { demoTraffic, LOOK_MS, onLook } from './demo-cars.ts';

type Driven = { address: string; secret: string };

/** Milliseconds after which a call is given up. */
const PATIENCE_MS = 4_000;

/**
 * Lets the demo's cars report to its own feed as long as it runs. A call that fails is not made
 * again: the cars soon report anew.
 */
export const driveDemo = ({ address, secret }: Driven): { stop: () => Promise<void> } => {
  const traffic = demoTraffic(Date.now());
  const ended = new AbortController();
  let underWay: Promise<void> = Promise.resolve();
  let isFree = true;
  const send = async (): Promise<void> => {
    const bodies = traffic(onLook(Date.now()));
    if (bodies.length === 0) return;
    const headers = { 'content-type': 'application/json', [TRACCAR_FEED.header]: secret };
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const call = { method: 'POST', headers, body: JSON.stringify(bodies), signal };
    const answer = await fetch(`${address}${TRACCAR_FEED.position}`, call);
    await answer.arrayBuffer();
  };
  const look = (): void => {
    if (!isFree) return;
    isFree = false;
    underWay = send()
      .catch(() => {})
      .finally(() => {
        isFree = true;
      });
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      ended.abort();
      await underWay;
    },
  };
};
