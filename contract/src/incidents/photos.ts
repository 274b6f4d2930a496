import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';

const endpoint = endpointsOf('incidents');

/** The most photos that an incident takes. */
export const MOST_INCIDENT_PHOTOS = 50;

/** A note with a photo. The server checks the photo's bytes, not its name. */
export const IncidentPhoto = z.strictObject({
  file: z.file('Please choose a photo.'),
  words: z.string().trim().max(2_000).optional(),
});
export type IncidentPhoto = z.infer<typeof IncidentPhoto>;

export const addIncidentPhoto = endpoint('POST /incidents/:id/photos', 'incidents.answer', {
  summary: 'Write a note with a photo on the time line of an incident',
  idempotent: true,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found', 'conflict', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
  body: IncidentPhoto,
  created: Done,
});

export const getIncidentPhoto = endpoint('GET /incident_photos/:id', 'incidents.read', {
  summary: 'A photo of an incident as JPEG',
  errors: ['not_found'],
  file: ['image/jpeg'],
});

export const incidentPhotoEndpoints = { addIncidentPhoto, getIncidentPhoto } as const;
