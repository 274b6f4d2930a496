/** A shorter text is the product's own, or bounded. */
const LONG = 1_000;

export type Work = {
  /** The expressions that met a long text, by their source. */
  expressions: Map<string, RegExp>;
  /** Characters of long texts that expressions went over, each counted as often as an expression began before it. */
  characters: number;
};

/**
 * Counts the work of regular expressions, the product's and its libraries', on long texts while `act` runs. Every use
 * of an expression ends in `RegExp.prototype.exec`, so the count is taken there.
 */
export const countWork = async (act: () => Promise<unknown>): Promise<Work> => {
  const work: Work = { expressions: new Map(), characters: 0 };
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function counted(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    if (text.length > LONG) {
      work.expressions.set(String(this), this);
      work.characters += (match ? match.index + match[0].length : text.length) - from;
    }
    return match;
  };
  try {
    await act();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return work;
};
