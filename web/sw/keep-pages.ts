import { keepAnswers, SITE_FACTS } from './answers.ts';
import { isKept, keep } from './caches.ts';
import { KEPT } from './kept-files.ts';

const PATHS = Object.keys(KEPT.pages);
const FORMS: readonly string[] = ['/main_registration', '/main_payments'];

/** A page and the files that it needs; nothing for a page that is not kept. */
const withFiles = (path: string): string[] => {
  const places = KEPT.pages[path];
  return places ? [path, ...places.flatMap((place) => KEPT.files[place] ?? [])] : [];
};

/** Keeps a page and what filling it in needs, the forms' lists among it. */
export const keepPage = async (path: string): Promise<void> => {
  if (FORMS.includes(path)) await keepAnswers();
  // The numbers to call must be the company's own without network, too.
  if (path === '/sos') await keepAnswers([SITE_FACTS]);
  await keep(withFiles(path));
};

/** Keeps all public pages. */
export const keepAll = async (): Promise<void> => {
  await keepAnswers();
  await keep([...PATHS, ...KEPT.files]);
};

/** Keeps the open pages and those of the former version. Unchanged files are copied. */
export const keepThisVersion = async (open: readonly string[]): Promise<void> => {
  const kept = await Promise.all(PATHS.map(isKept));
  const paths = PATHS.filter((path, place) => kept[place] || open.includes(path));
  await keep([...new Set(paths.flatMap(withFiles))]);
};
