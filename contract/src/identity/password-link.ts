// Apart from the endpoints: public pages use it, which are sent without the library of schemas.

/** The secrets of a password link: the code, and the car number if the sender knows it. */
export type PasswordSecrets = { code: string; car: string };

export const MEMBER_PASSWORD_PATH = '/member_password';

/**
 * The page on which a member sets a password, with the values that fill its form. The code stands
 * in the fragment, which browsers send to no server.
 */
export const memberPasswordPath = ({ code, car }: { code: string; car?: string }): string =>
  `${MEMBER_PASSWORD_PATH}#${new URLSearchParams({ code, ...(car !== undefined && { car }) })}`;

/** The page on which a tenant sets a password, filled with the username and the secret code. */
export const tenantPasswordPath = ({ code, username }: { code: string; username: string }): string =>
  `/tenant_password?${new URLSearchParams({ user: username })}#${new URLSearchParams({ code })}`;

/** Reads `#code=K7QX9-M2P4T&car=GR+1234-20`; null where the fragment has no code. */
export const readPasswordFragment = (hash: string): PasswordSecrets | null => {
  const values = new URLSearchParams(hash.slice(1));
  const code = values.get('code') ?? '';
  return code === '' ? null : { code, car: values.get('car') ?? '' };
};

/** The message of 'Forgot password?' without a car number. */
export const MISSING_MEMBER_CAR = 'Enter your Car Number';
