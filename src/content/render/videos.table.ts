import { optional, type Stored, table, text, time } from '#server/database/table.ts'

/** What was learnt of a video at its site: its title, and its picture as one of ours. One that could not be had is tried again later. */
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
