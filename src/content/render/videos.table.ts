import { optional, type Stored, table, text, time } from '#server/database/table.ts'

/** The details of a video from its site: its title, and a stored copy of its picture. A missing one is requested again later. */
export const videos = table('videos', {
  id: text(),
  title: optional(text()),
  imageUrl: optional(text()),
  fetchedAt: time(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    videos: Stored<typeof videos>
  }
}
