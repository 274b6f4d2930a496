/** Seconds that access tokens live, for a token that does not say. */
const USUAL_LIFETIME_S = 600;
/** Seconds before its end at which a token is renewed, so that it does not expire on its way. */
const MARGIN_S = 10;

type Claims = { iat?: unknown; exp?: unknown };

const claimsOf = (token: string): Claims => {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
};

/**
 * The moment until which a token just received is worth sending, in ms on this device's clock. Only the token's own
 * span counts: the clocks of phones and servers differ.
 */
export const usableUntil = (token: string, receivedAt: number): number => {
  const { iat, exp } = claimsOf(token);
  const seconds = typeof iat === 'number' && typeof exp === 'number' ? exp - iat : USUAL_LIFETIME_S;
  return receivedAt + Math.max(0, seconds - MARGIN_S) * 1000;
};
