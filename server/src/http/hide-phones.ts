import { hidePhones, type ListColumn } from '@banbo/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '#lib/caller.ts';

/** True for callers to whom texts show no phone numbers (docs/product/books.md, rule 20). */
export const seesNoPhones = (caller: Pick<Caller, 'role'> | null): boolean => caller?.role === 'Auditor';

/** The value with phone numbers hidden in all of its texts. Dates and other objects stay. */
const withoutPhones = (value: unknown): unknown => {
  if (typeof value === 'string') return hidePhones(value);
  if (Array.isArray(value)) return value.map(withoutPhones);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutPhones(part)]));
};

const isOwn = ({ routeOptions }: FastifyRequest): boolean =>
  ['public', 'signed-in'].includes(routeOptions.config.endpoint?.access ?? 'public');

/** A record as the caller may see it, before a document is made of it. */
export const shownTo = <T>(caller: Pick<Caller, 'role'> | null, record: T): T =>
  seesNoPhones(caller) ? (withoutPhones(record) as T) : record;

/** The names of a file in its header (RFC 6266): one of ASCII, and the whole one, encoded. */
const FILE_NAMES = /filename="([^"]*)"|filename\*=UTF-8''([^;]*)/g;

const namesWithoutPhones = (disposition: string): string =>
  disposition.replace(FILE_NAMES, (_, plain: string | undefined, encoded: string | undefined) =>
    encoded === undefined
      ? `filename="${hidePhones(plain ?? '').replaceAll('•', '_')}"`
      : `filename*=UTF-8''${encodeURIComponent(hidePhones(decodeURIComponent(encoded)))}`,
  );

/**
 * Hides phone numbers in every answer to such a caller, but those about themselves, and in the
 * names of files that they save.
 */
export const hidePhonesInAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const named = reply.getHeader('content-disposition');
    if (typeof named === 'string' && seesNoPhones(request.caller))
      reply.header('content-disposition', namesWithoutPhones(named));
    return payload;
  });
  app.addHook('preSerialization', async (request, _reply, payload) =>
    seesNoPhones(request.caller) && !isOwn(request) ? withoutPhones(payload) : payload,
  );
};

/** The columns of a file with phone numbers hidden in them. */
export const columnsWithoutPhones = <Row>(columns: readonly ListColumn<Row>[]): ListColumn<Row>[] =>
  columns.map((column) => ({
    ...column,
    value: (row) => {
      const value = column.value(row);
      return typeof value === 'string' ? hidePhones(value) : value;
    },
  }));
