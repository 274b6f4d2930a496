/** A connection keeps a plan of every named statement, so their number is bounded. */
const MAX_NAMES = 200;

/** The result of a star changes with its table, and a plan made before a migration would fail after it. */
const HAS_STAR = /[\s.]\*/;

/** Reads without values are asked again and again; writes without values are mostly migrations, which run once. */
const READS = /^\s*(?:select|with)\b/i;

const names = new Map<string, string>();

/** The name under which a connection keeps a statement's plan, the same for the same text; undefined when it keeps none. */
export const statementName = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  if (HAS_STAR.test(text) || !(text.includes('$1') || READS.test(text))) return undefined;
  const name = `banbo_${names.size + 1}`;
  names.set(text, name);
  return name;
};
