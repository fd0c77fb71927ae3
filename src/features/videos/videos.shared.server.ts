import * as z from 'zod/mini'
import { videosIn } from '#content/markup/videos.ts'
import type { KnownVideos } from '#content/render/render-content.ts'
import { storedVideos } from '#content/render/stored-rendering.ts'
import { videos } from '#content/render/videos.table.ts'
import { maxUploadBytes } from '#contract/media-library.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { type Video, type VideoDetails, videoIn } from '#contract/videos.ts'
import { recordUses } from '#media/server/media-uses.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { type FetchOutside, OutsideError } from '#server/http/fetch-outside.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { HttpError, invalid } from '#server/runtime/http-error.ts'
import { hour } from '#server/security/counters.ts'

type Context = Pick<AppContext, 'database' | 'fetchOutside'>

/** The most videos of one text that are fetched at once; the others follow with its next save of someone who may publish. */
const together = 4
/** For each question to a video's site, in ms. */
const timeout = 5_000
/** The fetches that are under way, by key: the editor, its preview and a save may all ask for a video at the same time. */
const underWay = new Map<string, Promise<VideoDetails>>()

/**
 * The details of the videos of a text, after fetching new ones from their sites. Pictures are stored here, so pages
 * load nothing from those sites. Missing details are requested again after an hour. Never call it inside a transaction.
 *
 * Each video of a text that may become public gets a row. So one without a row is in no public text, and people who may not publish fetch only those:
 * what they fetch would otherwise show on a page.
 * @param isDraft for someone who may not publish
 */
export async function keepVideos(
  context: Context,
  source: string,
  { isDraft }: { isDraft: boolean },
): Promise<KnownVideos> {
  const found = videosIn(source)
  if (found.length === 0) return {}
  const known: KnownVideos & Record<string, { fetchedAt?: string }> = await storedVideos(context.database, source)
  const tried = (key: string) => Date.parse(known[key]?.fetchedAt ?? '') > context.database.clock() - hour
  const wanted = found.filter(({ key }) => (isDraft ? !known[key] : !known[key]?.imageUrl && !tried(key)))
  const later = wanted.slice(together).filter(({ key }) => !known[key])
  if (later.length > 0 && !isDraft) await nameForLater(context, later)
  const fetched = await Promise.all(
    wanted.slice(0, together).map(async (video) => [video.key, await fetchOnce(context, video, isDraft)] as const),
  )
  return { ...known, ...Object.fromEntries(fetched) }
}

/** Names the videos of a text that is imported, so that its save does not wait for their sites. They are asked at a later save. */
export async function nameVideos(database: Context['database'], source: string): Promise<void> {
  const found = videosIn(source)
  if (found.length > 0) await nameForLater({ database }, found, new Date(database.clock()).toISOString())
}

/** Rows of videos that nobody has asked about yet. @param at the time from which nobody asks for an hour */
const nameForLater = (
  { database: { db } }: Pick<Context, 'database'>,
  later: Video[],
  at = new Date(0).toISOString(),
) =>
  db
    .insertInto('videos')
    .values(later.map(({ key }) => videos.encode({ id: key, fetchedAt: at })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

const fetchOnce = (context: Context, video: Video, isDraft: boolean) =>
  underWay.getOrInsertComputed(video.key, () =>
    fetchAndStore(context, video, isDraft).finally(() => underWay.delete(video.key)),
  )

async function fetchAndStore(
  { database, fetchOutside }: Context,
  video: Video,
  isDraft: boolean,
): Promise<VideoDetails> {
  const described = await askAbout(fetchOutside, video)
  let imageUrl: string | undefined
  for (const picture of described?.pictures ?? []) imageUrl ??= await keepPicture(picture)
  const details = { title: described?.title, imageUrl }
  const row = videos.encode({ id: video.key, ...details, fetchedAt: database.now() })
  await database.transaction(async (trx) => {
    await trx
      .insertInto('videos')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    // Texts only contain the video's address, so this protects the picture from deletion.
    await recordUses(trx, { table: videos, id: video.key }, { imageUrl })
  })
  return details

  async function keepPicture(url: string): Promise<string | undefined> {
    const answer = await ask(fetchOutside, url, maxUploadBytes)
    if (answer?.status !== 200) return undefined
    try {
      const signal = AbortSignal.timeout(60_000)
      const upload = { bytes: answer.body, owner: 'videos', signal, name: described?.title, decorative: true, isDraft }
      return (await storeUpload(database, upload)).url
    } catch (error) {
      // Other files are not stored.
      if (error instanceof HttpError) return undefined
      throw error
    }
  }
}

/** Both sites describe their videos by oEmbed. @returns undefined when the site cannot be reached */
async function askAbout(fetchOutside: FetchOutside, { site, page, key }: Video) {
  const about = encodeURIComponent(page)
  const call =
    site === 'YouTube'
      ? `https://www.youtube.com/oembed?format=json&url=${about}`
      : `https://vimeo.com/api/oembed.json?width=1280&url=${about}`
  const answer = await ask(fetchOutside, call, 100_000)
  if (!answer) return undefined
  const { title, thumbnail_url: picture } = parsed(answer.body)
  // Not every video at YouTube has its picture in the large size.
  const sizes = ['maxresdefault', 'hqdefault'].map((name) => `https://i.ytimg.com/vi/${key.split(':')[1]}/${name}.jpg`)
  const pictures = site === 'YouTube' ? sizes : typeof picture === 'string' ? [picture] : []
  return { title: typeof title === 'string' ? oneLine(title) : undefined, pictures }
}

const oneLine = (title: string) =>
  title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200) || undefined

async function ask(fetchOutside: FetchOutside, url: string, maxBytes: number) {
  try {
    return await fetchOutside(url, { maxBytes, timeout })
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

function parsed(answer: Buffer): { title?: unknown; thumbnail_url?: unknown } {
  try {
    return JSON.parse(answer.toString()) ?? {}
  } catch {
    return {}
  }
}

const videoRequest = z.object({ url: z.string().check(z.maxLength(2_000)) })

/** The details of a video; each is absent if it could not be fetched. `imageUrl` is one of our own pictures. */
const videoDetails = z.object({ title: z.optional(z.string()), imageUrl: z.optional(z.string()) })

export const videoRoutes = feature('Content', async (app, context) => {
  route(app, 'POST /videos', {
    access: 'writeContent',
    activity: 'step',
    summary: 'Get the title and image of a YouTube or Vimeo video',
    description:
      'They are fetched from the site once and stored. The answer is empty if the site does not provide them; the program asks again after an hour.',
    input: videoRequest,
    answer: videoDetails,
    handler: async (request) => {
      const url = request.body.url.trim()
      const video = videoIn(url)
      if (!video) throw invalid('url', 'Please enter the address of a YouTube or Vimeo video.')
      return (await keepVideos(context, url, { isDraft: onlyDrafts(staffOf(request)) }))[video.key] ?? {}
    },
  })
})
