import type { Element } from 'hast'
import { type Video, videoIn } from '#contract/videos.ts'
import { onlyChild } from './elements.ts'

/** Reads a paragraph that contains only the address of a video. */
export function videoOf(paragraph: Element): { address: string; video: Video } | null {
  const only = onlyChild(paragraph)
  if (!only) return null
  const link = only.type === 'element' && only.tagName === 'a' ? only : null
  const [inner, ...more] = link ? link.children : [only]
  if (inner?.type !== 'text' || more.length > 0) return null
  const address = inner.value.trim()
  const video = videoIn(address)
  // A link with another target stays a link.
  if (!video || (link && videoIn(String(link.properties.href))?.player !== video.player)) return null
  return { address, video }
}

/** The most videos of a text that have a picture. No database takes the keys of as many as a long text can have. */
const mostVideos = 200

/** The first videos of a source. It includes addresses within sentences, because the source is not parsed. */
export function videosIn(source: string): Video[] {
  const found = new Map<string, Video>()
  for (const part of source.split(/[\n<>]/)) {
    if (found.size === mostVideos) break
    const video = videoIn(part.trim())
    if (video) found.set(video.key, video)
  }
  return [...found.values()]
}
