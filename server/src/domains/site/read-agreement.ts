import { createHash } from 'node:crypto';
import type { Site } from '@banbo/contract';
import { keepLast } from '#lib/keep-last.ts';
import { agreementPdf } from './agreement-pdf.ts';

type Agreement = { bytes: Buffer; tag: string };

const agreementOf = keepLast<Agreement>();

const make = async (site: Site): Promise<Agreement> => {
  const bytes = await agreementPdf(site);
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
};

/** The agreement's PDF with the company's contacts, and its ETag. It is made once for as long as they stay the same. */
export const readAgreement = (site: Site): Promise<Agreement> => agreementOf(JSON.stringify(site), () => make(site));
