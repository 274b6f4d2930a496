import type { Endpoint } from '@banbo/contract';
import { followWork } from '../running-work.ts';
import { ApiError, type CallInput, request } from './api.ts';

const KB = 1024;

/** `340 KB so far`: the progress of a download. */
const progressOf = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB so far` : `${(bytes / KB / KB).toFixed(1)} MB so far`;

const BROKEN_OFF = 'The file was cut off before it was complete. Please try again.';

/** Reads a whole answer, reporting the bytes read after each part. */
const readAll = async (response: Response, onBytes: (bytes: number) => void): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part?.value) break;
      parts.push(part.value);
      bytes += part.value.length;
      onBytes(bytes);
    }
  } catch {
    throw new ApiError(0, BROKEN_OFF);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
};

/** Lets the browser save the bytes as a file of this name. */
const hand = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** The input of a call that names a file. */
type Asked = { query?: Record<string, string>; params?: Record<string, string> };

const nameIn = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'list';

/** Saves an endpoint's file and returns its name. Throws `ApiError`, also when it breaks off. */
export const saveFile = async (
  endpoint: Endpoint,
  asked: Asked,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> => {
  const name = await followWork({ label: 'Saving a file' }, async (report) => {
    const response = await request(endpoint, asked as CallInput<Endpoint>);
    const noteBytes = (bytes: number) => {
      onBytes(bytes);
      report(null, progressOf(bytes));
    };
    hand(await readAll(response, noteBytes), nameIn(response));
    return nameIn(response);
  });
  return name;
};

/**
 * Opens an endpoint's file in a tab of its own, and returns its name; saves it where the browser
 * opens no tab. `asked` may be on its way, for a file that is made first. Throws `ApiError`, also
 * when it breaks off.
 */
export const openFile = async (endpoint: Endpoint, asked: Asked | Promise<Asked>): Promise<string> => {
  // Opened before the answer: afterwards a browser takes it for an advertisement.
  const tab = window.open('', '_blank');
  try {
    const response = await request(endpoint, (await asked) as CallInput<Endpoint>);
    const name = nameIn(response);
    const file = await readAll(response, () => {});
    if (tab === null) hand(file, name);
    else tab.location.href = URL.createObjectURL(file);
    return name;
  } catch (error) {
    tab?.close();
    throw error;
  }
};
