import type { Readable } from 'node:stream';
import sax, { type Tag } from 'sax';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { createYielder } from '../yielder.ts';
import { tooLarge, unreadable } from './table-row.ts';

const MAX_DEPTH = 50;
const MAX_ATTRIBUTES = 100;
/** Elements of one part: more than 50,000 lines of 60 cells. */
const MAX_ELEMENTS = 6_000_000;
/** V8 keeps the whole piece of XML for a text of this length or more, and copies a shorter one. */
const SLICED_LENGTH = 13;

type XmlEvents = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const DAMAGED = 'This workbook is damaged.';
const TOO_MUCH = 'This workbook has more in it than can be read. Please save it as CSV.';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const copied = (text: string): string => (text.length < SLICED_LENGTH ? text : Buffer.from(text).toString());

/** A parser that refuses XML which would take much memory or time for few bytes. */
const boundedParser = (events: XmlEvents) => {
  const xml = sax.parser(true, {});
  let [depth, elements, attributes] = [0, 0, 0];
  xml.onattribute = () => {
    if (++attributes > MAX_ATTRIBUTES) throw unreadable(DAMAGED);
  };
  xml.onopentag = (tag) => {
    attributes = 0;
    if (++depth > MAX_DEPTH) throw unreadable(DAMAGED);
    if (++elements > MAX_ELEMENTS) throw tooLarge(TOO_MUCH);
    events.open?.(localName(tag.name), (tag as Tag).attributes);
  };
  xml.onclosetag = (name) => {
    depth -= 1;
    events.close?.(localName(name));
  };
  xml.ontext = (text) => events.text?.(copied(text));
  xml.oncdata = (text) => events.text?.(copied(text));
  return xml;
};

/**
 * Reads XML by its pieces, names without their prefixes. The parser refuses entities of the
 * document's own, so that none can grow. After each piece the caller may take what has come.
 */
export async function* walkXml(pieces: AsyncIterable<string>, events: XmlEvents): AsyncGenerator<void> {
  const xml = boundedParser(events);
  const yieldIfDue = createYielder();
  let failure: Error | null = null;
  xml.onerror = (error) => {
    failure = error;
  };
  for await (const piece of pieces) {
    xml.write(piece);
    if (failure) throw unreadable(DAMAGED, failure);
    yield;
    await yieldIfDue();
  }
}

const MAX_ENTRIES = 1_000;
/** Bytes that all parts that are read may have together when they are unpacked. */
const MAX_UNPACKED = 64_000_000;

const opened = async (bytes: Uint8Array): Promise<[ZipFile, Map<string, Entry>]> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    validateEntrySizes: true,
  });
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge('This file has too many parts for a workbook.');
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return [zip, entries];
};

/** The parts of a ZIP file. One that says too much, or unpacks to more than it says, is refused. */
const openZip = async (bytes: Uint8Array) => {
  const [zip, entries] = await opened(bytes).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'Refusal'
      ? error
      : unreadable('This file is damaged and cannot be unpacked.', error);
  });
  let left = MAX_UNPACKED;
  return {
    has: (name: string) => entries.has(name),
    /** A part's text by pieces. Empty where there is no such part. */
    read: async function* (name: string): AsyncGenerator<string> {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw unreadable('This file is protected by a password.');
      if (entry.uncompressedSize > left) {
        throw tooLarge('This file unpacks to more than can be read. Please split it into shorter ones.');
      }
      const decoder = new TextDecoder();
      try {
        const stream: Readable = await zip.openReadStreamPromise(entry);
        for await (const piece of stream as AsyncIterable<Buffer>) {
          left -= piece.length;
          yield decoder.decode(piece, { stream: true });
        }
      } catch (error) {
        throw unreadable('This file is damaged and cannot be unpacked.', error);
      }
    },
  };
};

type ZipParts = Awaited<ReturnType<typeof openZip>>;

/** Characters of all shared texts together. */
const MAX_SHARED = 20_000_000;
const MAX_TEXTS = 1_000_000;
const TOO_MUCH_TEXT = 'This workbook has more text than can be read.';

const readPart = async (parts: ZipParts, name: string, events: XmlEvents): Promise<void> => {
  for await (const _ of walkXml(parts.read(name), events));
};

/** The sheets that are not hidden, or all, and whether days count from 1904 instead of 1900. */
const readSheets = async (parts: ZipParts) => {
  const sheets: { name: string; rel: string | undefined; isHidden: boolean }[] = [];
  let is1904 = false;
  await readPart(parts, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const rel = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      sheets.push({ name: attributes.name ?? '', rel, isHidden });
    },
  });
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  return { sheets: shown.length > 0 ? shown : sheets, is1904 };
};

/** The paths of sheets with cells, not of charts, by their relation. */
const readTargets = async (parts: ZipParts): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  await readPart(parts, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target, Type = '/worksheet' }) => {
      if (name !== 'Relationship' || !Id || !Target || !Type.endsWith('/worksheet')) return;
      found.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return found;
};

/** Texts that cells share, without their phonetic guides. */
const readTexts = async (parts: ZipParts): Promise<string[]> => {
  const texts: string[] = [];
  let [text, length, isInText, isPronunciation] = ['', 0, false, false];
  await readPart(parts, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'rPh') isPronunciation = true;
      if (name === 't') isInText = true;
    },
    text: (piece) => {
      if (!isInText || isPronunciation) return;
      text += piece;
      length += piece.length;
      if (length > MAX_SHARED) throw tooLarge(TOO_MUCH_TEXT);
    },
    close: (name) => {
      if (name === 'rPh') isPronunciation = false;
      if (name === 't') isInText = false;
      if (name !== 'si') return;
      texts.push(text);
      if (texts.length > MAX_TEXTS) throw tooLarge(TOO_MUCH_TEXT);
      text = '';
    },
  });
  return texts;
};

/** Numbers of the formats of days that every spreadsheet knows (ECMA-376, 18.8.30). */
const isBuiltInDay = (format: number): boolean => (format >= 14 && format <= 22) || (format >= 45 && format <= 47);

/** True for a format with a day or a year in it, quoted text and colours aside. */
const isDayFormat = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, ''));

/** For each style by its number, whether it shows a number as a day. */
const readStyles = async (parts: ZipParts): Promise<boolean[]> => {
  const ownDays = new Set<number>();
  const styles: boolean[] = [];
  let isInCells = false;
  await readPart(parts, 'xl/styles.xml', {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt' && isDayFormat(attributes.formatCode ?? '')) ownDays.add(Number(attributes.numFmtId));
      const format = Number(attributes.numFmtId ?? 0);
      if (name === 'xf' && isInCells) styles.push(isBuiltInDay(format) || ownDays.has(format));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
};

/** Reads all of a workbook but its cells; `sheets` has at least one, in their order. */
export const openWorkbook = async (bytes: Uint8Array) => {
  const parts = await openZip(bytes);
  if (!parts.has('xl/workbook.xml')) throw unreadable('This is not an Excel workbook. Please save it as CSV or XLSX.');
  const { sheets: named, is1904 } = await readSheets(parts);
  const paths = await readTargets(parts);
  const sheets = named.flatMap(({ name, rel = '' }) => {
    const path = paths.get(rel);
    return path && parts.has(path) ? [{ name, path }] : [];
  });
  if (sheets.length === 0) throw unreadable('This workbook has no sheet that could be read.');
  return { parts, sheets, is1904, texts: await readTexts(parts), showsDay: await readStyles(parts) };
};

export type Workbook = Awaited<ReturnType<typeof openWorkbook>>;
