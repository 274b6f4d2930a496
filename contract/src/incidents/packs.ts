import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, shortText } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { MAX_TYPED_CODE } from '../common/paper-code.ts';

const endpoint = endpointsOf('incidents');
const see = 'incidents.private';

/** The address of the page that checks a document. */
export const packPage = (origin: string, code: string): string => `${origin}/pack/${code}`;

/** A document of an incident that was handed out. */
export const IncidentPack = z.object({
  id: Id,
  /** Of its incident: `2026-0412/1`. */
  number: z.string(),
  made_at: Instant,
  made_by: z.string(),
  made_for: z.string(),
  code: z.string(),
  /** SHA-256 of the file in hexadecimal. */
  file_hash: z.string(),
  /** True once its person was erased: only the hash is left. */
  is_erased: z.boolean(),
});
export type IncidentPack = z.infer<typeof IncidentPack>;

export const listPacks = endpoint('GET /incidents/:id/packs', see, {
  summary: 'The documents of an incident that were made, the newest first',
  errors: ['not_found'],
  answer: z.object({ packs: z.array(IncidentPack) }),
});

export const NewPack = z.strictObject({ made_for: shortText('name of those who get it', 120) });
export type NewPack = z.infer<typeof NewPack>;

export const makePack = endpoint('POST /incidents/:id/packs', see, {
  summary: 'Make a document of an incident for the police: people, places and time line as they are now',
  description: 'It has a number, a code and a QR code that lead to a page on which copies are checked by their hash.',
  idempotent: true,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found'],
  example: { made_for: 'Police, Osu' },
  body: NewPack,
  created: Done.extend({ pack_id: Id }),
});

export const getPack = endpoint('GET /incident_packs/:id/pdf', see, {
  summary: 'A document of an incident as it was made, as PDF',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found'],
  file: ['application/pdf'],
});

/** The parts of a document that its holder may compare. */
export const VerifiedPack = z.object({
  number: z.string(),
  made_at: Instant,
  made_for: z.string(),
  file_hash: z.string(),
});
export type VerifiedPack = z.infer<typeof VerifiedPack>;

export const verifyPack = endpoint('GET /verify_pack/:code', 'public', {
  summary: 'Is this document of an incident one of ours, and what is the hash of its file?',
  description: 'Says nothing of the incident but its number.',
  limits: [...perMinute({ caller: 60, address: 60 }), { by: 'address', max: 2000, seconds: 86_400 }],
  errors: ['not_found'],
  params: z.object({ code: z.string().min(1).max(MAX_TYPED_CODE) }),
  answer: VerifiedPack,
});

export const packEndpoints = { listPacks, makePack, getPack, verifyPack } as const;
