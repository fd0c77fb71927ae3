import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Pictures that only decorate, and so need no alternative text. */
export const decorativePictures: Migration = {
  name: '0041-decorative-pictures',
  async up(db, kind) {
    const flag =
      kind === 'sqlite' ? 'integer not null default 0 check ("decorative" in (0, 1))' : 'boolean not null default false'
    await sql.raw(`alter table "mediaItems" add column "decorative" ${flag}`).execute(db)
  },
}
