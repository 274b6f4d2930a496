/** Usernames: 3 to 40 letters, digits, dots, dashes and underscores, kept in lower case. */
const USERNAME = /^[a-z0-9][a-z0-9._-]{1,38}[a-z0-9]$/;
const EMAIL = /^[^\s\p{Cc}@]{1,64}@[^\s\p{Cc}@]{1,189}$/u;

/**
 * The stored form of a username, or null for a text that no username can have. So a text that the database cannot hold
 * never reaches it.
 */
export const readUsername = (input: string): string | null => {
  const username = input.trim().toLowerCase();
  return USERNAME.test(username) ? username : null;
};

/** An e-mail in lower case, or null for another text. */
export const readEmail = (input: string): string | null => {
  const email = input.trim().toLowerCase();
  return EMAIL.test(email) ? email : null;
};
