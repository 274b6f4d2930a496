/** Runs work that the page can do without: storing may be forbidden by the browser, or full. */
export const bestEffort = (work: () => void): void => {
  try {
    work();
  } catch {
    // The value then lasts as long as the page.
  }
};
