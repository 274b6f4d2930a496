/**
 * Gives the value that was read last, at once, and reads anew behind it, one read at a time. `first` stands until a read has
 * succeeded.
 */
export const lastRead = <T>(first: T, read: () => Promise<T>): (() => T) => {
  let value = first;
  let isReading = false;
  const readAgain = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      value = await read();
    } catch {
      // The value of before stands.
    } finally {
      isReading = false;
    }
  };
  void readAgain();
  return () => {
    void readAgain();
    return value;
  };
};
