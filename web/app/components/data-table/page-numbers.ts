/** A page's number, or a gap where pages are left out. */
export type PageStep = number | 'gap';

/**
 * The pages to offer around `current` out of `count`: the first, the last, the current and its neighbours. A gap ends them where
 * there are more.
 */
export const pageSteps = (current: number, count: number, hasMore = false): PageStep[] => {
  const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  const steps = pages.flatMap((page, index): PageStep[] => {
    const skipped = page - (pages[index - 1] ?? 0) - 1;
    if (skipped === 0) return [page];
    // A gap of one page would take as much room as the page.
    return skipped === 1 ? [page - 1, page] : ['gap', page];
  });
  return hasMore ? [...steps, 'gap'] : steps;
};

/** Numbers have a comma as the thousands separator. */
export const pageLabel = (page: number): string => page.toLocaleString('en-GB');
