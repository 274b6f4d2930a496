/** The user of a Password Setup link, read from the link alone; the server decides by the setup code. */
export type SetupUser = {
  /** The name by which the server finds the account: the username, or the e-mail of a link without one. */
  login: string;
  fullname: string;
};

/** The length of `?user=`, which precedes the values. */
const PREFIX_LENGTH = 6;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/**
 * Reads the setup link's query: after its first six characters, split on `&`. Position 0 is the username, 1 the first
 * name, 2 the middle name, 3 the last name, 4 the e-mail.
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
