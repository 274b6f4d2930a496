import type { FastifyReply } from 'fastify';

/** Sends a PDF to be shown in the browser, or saved under its name. */
export const sendPdf = (reply: FastifyReply, { name, bytes }: { name: string; bytes: Buffer }): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
