import { videosIn } from '#content/markup/videos.ts'
import type { Database } from '#server/database/connect.ts'
import { videos } from './videos.table.ts'
import type { KnownVideos } from './videos.ts'

/** The stored details of the videos of a text. */
export async function storedVideos({ db }: Pick<Database, 'db'>, source: string): Promise<KnownVideos> {
  const keys = videosIn(source).map(({ key }) => key)
  if (keys.length === 0) return {}
  const rows = await db.selectFrom('videos').selectAll().where('id', 'in', keys).execute()
  return Object.fromEntries(rows.map((row) => [row.id, videos.decode(row)]))
}
