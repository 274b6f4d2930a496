import type { Db } from '#db/database.ts';
import type { TellOwner } from '#domains/approvals';
import type { Passwords } from './passwords/password-hashing.ts';
import type { TokenKeys } from './sessions/access-token.ts';

/** Everything that the use cases of identity need from outside. */
export type IdentityDeps = {
  db: Db;
  now: () => Date;
  keys: TokenKeys;
  passwords: Passwords;
  /** The web's origin for links in mail, or null if no mail is set up. */
  mailsFrom: string | null;
  /** True where a service sends text messages; absent for no. */
  textsAreSent?: boolean;
};

/** Changes of users tell the owner, too. */
export type UserDeps = IdentityDeps & TellOwner;
