type Invited = { username: string; firstName: string; middleName: string; lastName: string; email: string };

/**
 * The link to Password Setup. The page reads its query by position after `?user=`: the username, then the names and the
 * e-mail. The code stands in the fragment, which browsers do not send to servers, so no log holds it.
 */
export const setupLink = (publicUrl: string, invited: Invited, code: string): string => {
  const { username, firstName, middleName, lastName, email } = invited;
  const query = [username, firstName, middleName, lastName, email].map(encodeURIComponent).join('&');
  return `${publicUrl}/set_password?user=${query}#code=${code}`;
};
