/** Names a reload, since browsers do not ask again for code that they could not get, as long as the page is open. */
export const MISSING_CODE =
  'A part of this page is missing, because there was no network. What you entered stays: reload the page once there is network, and go on.';

/** Gives code that a form fetches when it is needed; null where it cannot be had, once `say` has told the person. */
export const neededCode = async <T>(load: () => Promise<T>, say: (message: string) => void): Promise<T | null> => {
  try {
    return await load();
  } catch {
    say(MISSING_CODE);
    return null;
  }
};
