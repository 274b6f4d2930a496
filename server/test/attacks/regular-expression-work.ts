/** A shorter text is the product's own, or bounded. */
const LONG = 1_000;

export type Work = {
  /** The expressions that met a long text, by their source. */
  expressions: Map<string, RegExp>;
  /** Characters of long texts that expressions went over, once for each expression that began. */
  characters: number;
};

/**
 * Counts the work of all regular expressions, libraries' included, on long texts during `act`: at
 * `RegExp.prototype.exec`, in which every use of an expression ends.
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
