import type { StandIn } from '#integrations/momo/stand-in.ts';

/** Gives calls to a stand-in unlimited time, and none once they are known to get no answer. */
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
