/** The title of a page that only signed-in people use, and a word to search engines to pass by. */
export const titled = (title: string) => () => [{ title: `${title} | Banbo` }, { name: 'robots', content: 'noindex' }];
