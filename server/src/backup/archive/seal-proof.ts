import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';

// A public key seals for its owner whatever somebody else makes up: age says nothing of who sealed.
// So each object ends with a proof, as a frame that Zstandard skips (RFC 8878, section 3.1.2).

/** The number of the frame, and the size of what it has: 32 bytes. */
const HEADER = Buffer.from([0x5d, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const BYTES = HEADER.length + 32;

/** The key of the proofs, made of the one that opens the objects. */
export const proofKey = (identity: string): Buffer =>
  Buffer.from(hkdfSync('sha256', identity, '', 'proof of a Banbo backup', 32));

/** HMAC-SHA-256 over the name and the content, so that no object can stand for another. */
const proofOf = (key: Buffer, name: string) => createHmac('sha256', key).update(`${name}\0`);

/** Passes content on, with the proof behind it. */
export const withProof = (key: Buffer, name: string): Transform => {
  const proof = proofOf(key, name);
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      proof.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(null, Buffer.concat([HEADER, proof.digest()])),
  });
};

/** Passes content on without its proof, and fails at the end where that is another’s. */
export const proved = (key: Buffer, name: string): Transform => {
  const proof = proofOf(key, name);
  let last = Buffer.alloc(0);
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      const all = Buffer.concat([last, chunk]);
      last = all.subarray(Math.max(0, all.length - BYTES));
      const content = all.subarray(0, all.length - last.length);
      proof.update(content);
      done(null, content);
    },
    flush: (done) => {
      const own = Buffer.concat([HEADER, proof.digest()]);
      const isOurs = last.length === BYTES && timingSafeEqual(last, own);
      done(isOurs ? null : new Error('It was not made by whoever has the passphrase'));
    },
  });
};
