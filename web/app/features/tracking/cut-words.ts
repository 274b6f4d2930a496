/** Tells that a day ends early, since it has more reports than are read. */
export const cutWords = (cutAt: string): string =>
  `This day has very many reports. Only those until ${cutAt.slice(11, 16)} are counted and shown.`;
