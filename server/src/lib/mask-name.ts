/** First name and last initial: enough to compare, too little to learn a name. */
export const maskName = (name: string): string => {
  const [first = '', ...others] = name.split(' ').filter((part) => part !== '');
  const [initial = ''] = [...(others.at(-1) ?? '')];
  return initial === '' ? `${[...first][0] ?? ''}.` : `${first} ${initial}.`;
};
