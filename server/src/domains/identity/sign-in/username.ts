/** Usernames: 3 to 40 letters, digits, dots, dashes and underscores, kept in lower case. */
const USERNAME = /^[a-z0-9][a-z0-9._-]{1,38}[a-z0-9]$/;
const EMAIL = /^[^\s\p{Cc}@]{1,64}@[^\s\p{Cc}@]{1,189}$/u;

/**
 * What was typed as a username is stored, or null when none can look like that. So a text that the database cannot hold
 * never reaches it.
 */
export const readUsername = (typed: string): string | null => {
  const username = typed.trim().toLowerCase();
  return USERNAME.test(username) ? username : null;
};

/** What was typed as an e-mail in lower case, or null when it is none. */
export const readEmail = (typed: string): string | null => {
  const email = typed.trim().toLowerCase();
  return EMAIL.test(email) ? email : null;
};
