import type { StandIn } from '#integrations/momo/stand-in.ts';

/** Gives calls to a stand-in all the time that a busy machine takes, and none at all once they are known to get no answer. */
export const deadlinesOf = (standIn: Pick<StandIn, 'onSilent'>): (() => AbortSignal) => {
  const calls: AbortController[] = [];
  standIn.onSilent(() => {
    for (const call of calls.splice(0)) call.abort(new DOMException('No answer', 'TimeoutError'));
  });
  return () => {
    const call = new AbortController();
    calls.push(call);
    return call.signal;
  };
};
