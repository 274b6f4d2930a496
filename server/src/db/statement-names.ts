/** A connection keeps a plan of every named statement, so their number is bounded. */
const MAX_NAMES = 200;
/** Names closed at once, so that one round trip serves many. */
const SPARE_NAMES = 20;

/** The result of a star changes with its table, and a plan from before a migration would fail after it. */
const HAS_STAR = /[\s.]\*/;

/** A comment in a statement whose best plan depends on its values: it is planned each time, for them. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** Prepares reads without parameters; writes without parameters are mostly one-off migrations. */
const READS = /^\s*(?:select|with)\b/i;

/** The names under which one connection keeps the plans of its statements. */
export type StatementNames = {
  /** The name of a statement, the same for the same text; undefined when no plan is kept. */
  nameOf: (text: string) => string | undefined;
  /**
   * Forgets the least recently used names when there are too many, and returns them: the connection must close them.
   */
  takeSurplus: () => string[];
};

/** Names for a new connection. No name is used twice, so that none ever stands for the plan of another text. */
export const statementNames = (): StatementNames => {
  const kept = new Map<string, { name: string; used: number }>();
  let made = 0;
  let uses = 0;
  return {
    nameOf: (text) => {
      uses += 1;
      const known = kept.get(text);
      if (known) {
        known.used = uses;
        return known.name;
      }
      if (HAS_STAR.test(text) || text.includes(PLANNED_EACH_TIME) || !(text.includes('$1') || READS.test(text)))
        return undefined;
      made += 1;
      const name = `banbo_${made}`;
      kept.set(text, { name, used: uses });
      return name;
    },
    takeSurplus: () => {
      if (kept.size <= MAX_NAMES) return [];
      const oldest = [...kept].sort(([, a], [, b]) => a.used - b.used).slice(0, kept.size - MAX_NAMES + SPARE_NAMES);
      for (const [text] of oldest) kept.delete(text);
      return oldest.map(([, { name }]) => name);
    },
  };
};
