import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { secretDigest } from '#lib/sealed.ts';

/** Has the feeds take this secret, which the office would else make. */
export const buildFeedSecret = async (db: Db, secret: string, now: Date): Promise<void> => {
  await sql`
    INSERT INTO feed_secret (secret_hash, made_at) VALUES (${secretDigest(secret)}, ${now})
    ON CONFLICT (is_only) DO UPDATE SET secret_hash = excluded.secret_hash, made_at = excluded.made_at`.execute(db);
};
