/** Who a Password Setup link is for, read from it alone; the server decides by the setup code. */
export type SetupUser = {
  /** What the server finds the account by: the username, or the e-mail of a link without one. */
  login: string;
  fullname: string;
};

/** `?user=`: what stands before the values (SPEC §2.4). */
const PREFIX_LENGTH = 6;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/**
 * Reads the setup link's query: after its first six characters, split on `&`. Position 1 is the first name, 2 the middle
 * name, 3 the last name, 4 the e-mail (SPEC §2.4, §3); position 0 the username.
 */
export const readSetupQuery = (query: string): SetupUser => {
  const [username = '', first = '', middle = '', last = '', email = ''] = query
    .slice(PREFIX_LENGTH)
    .split('&')
    .map((value) => decode(value).trim());
  return { login: username || email, fullname: [first, middle, last].filter(Boolean).join(' ') };
};

/** The same query from a username check's `data`. */
export const setupPath = (data: readonly string[]): string =>
  `/set_password?user=${data.map(encodeURIComponent).join('&')}`;
