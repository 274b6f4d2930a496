import { parseSync } from 'oxc-parser';

/** A comment's words without its signs; `line` is its first. Adjacent line comments are one. */
export type Comment = { text: string; line: number };

type Piece = { start: number; end: number; isLine: boolean };

const CSS_COMMENT = /\/\*[\s\S]*?\*\//g;
const SQL_COMMENT = /--[^\n]*/g;
/** The signs at the beginnings of lines and at the end. */
const SIGNS = /^\s*(?:\/\*+|\/\/|--|\*(?!\/))?\s?|\s*\*\/$/gm;

const matched = (text: string, pattern: RegExp, isLine: boolean): Piece[] =>
  [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length, isLine }));

const piecesOf = (path: string, text: string): Piece[] => {
  if (path.endsWith('.css')) return matched(text, CSS_COMMENT, false);
  if (path.endsWith('.sql')) return matched(text, SQL_COMMENT, true);
  const { comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  // The parser lists a comment twice where it reads a part of the file again.
  const pieces = new Map(comments.map(({ start, end, type }) => [start, { start, end, isLine: type === 'Line' }]));
  return [...pieces.values()].sort((a, b) => a.start - b.start);
};

/** The comments of a TypeScript, JavaScript, CSS or SQL file. Throws when it does not parse. */
export const commentsIn = (path: string, text: string): Comment[] => {
  const joined: Piece[] = [];
  for (const piece of piecesOf(path, text)) {
    const before = joined.at(-1);
    const isNext = before?.isLine && piece.isLine && /^\n[ \t]*$/.test(text.slice(before.end, piece.start));
    if (before && isNext) before.end = piece.end;
    else joined.push({ ...piece });
  }
  return joined.map(({ start, end }) => ({
    text: text.slice(start, end).replace(SIGNS, '').replace(/\s+/g, ' ').trim(),
    line: text.slice(0, start).split('\n').length,
  }));
};
