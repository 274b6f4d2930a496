import { TokenAnswer } from './mtn-answers.ts';

/** Milliseconds before its end from which a token is not used any more: a call may be on its way that long. */
const EARLY_MS = 60_000;

export type TokenKeeper = {
  /** The token, a new one where none is good any more. Calls at one moment ask for one together. */
  current: () => Promise<string>;
  /** Drops a token that was not accepted, unless it has been replaced already. */
  drop: (token: string) => void;
};

/** Keeps the token that `fetchToken` answers, and renews it a minute before its end. `now` gives milliseconds. */
export const keepToken = (fetchToken: () => Promise<unknown>, now: () => number = Date.now): TokenKeeper => {
  let kept: { token: string; until: number } | null = null;
  let running: Promise<string> | null = null;

  const renew = async (): Promise<string> => {
    const asked = now();
    const answer = TokenAnswer.safeParse(await fetchToken());
    if (!answer.success) throw new Error('MTN answered a token that cannot be read');
    const { access_token, expires_in } = answer.data;
    kept = { token: access_token, until: asked + expires_in * 1000 - EARLY_MS };
    return access_token;
  };

  return {
    current: async () => {
      if (kept && now() < kept.until) return kept.token;
      running ??= renew().finally(() => {
        running = null;
      });
      return running;
    },
    drop: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
};
