import { useKept } from '~/lib/use-kept.ts';

const headersOf = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((header): header is string => typeof header === 'string') : [];

/**
 * The columns of a screen's table that a person leaves out on this device, by their headers. Headers that the table has no
 * more count as none, and one column always stays.
 */
export const useColumns = (screen: string, headers: readonly string[], needed: string | undefined) => {
  const [kept, setHidden] = useKept(`banbo.columns.${screen}`, headersOf);
  const hidden = kept.filter((header) => headers.includes(header) && header !== needed);
  return { hidden: hidden.length < headers.length ? hidden : [], setHidden };
};
