import type { Root } from 'hast'
import { h } from 'hastscript'
import { elementsNamed } from '#content/markup/elements.ts'
import { type VideoDetails, videoOf } from '#content/markup/videos.ts'

/** The stored details of videos by key. */
export type KnownVideos = Record<string, VideoDetails>

/**
 * A paragraph with only the address of a video becomes its picture, with a link to it. `public/video.js` plays it in that place
 * after a click. Nothing is loaded from the video's site before.
 */
export function finishVideos(tree: Root, known: KnownVideos = {}) {
  for (const { element } of elementsNamed(tree, 'p')) {
    const found = videoOf(element)
    if (!found) continue
    const { page, player, site, key } = found.video
    const { title, imageUrl } = known[key] ?? {}
    const name = title || page.replace(/^https:\/\/(?:www\.)?/, '')
    element.tagName = 'figure'
    element.properties = { className: ['video'] }
    element.children = [
      h('a', { href: page, dataVideo: player, ariaLabel: `Play the video: ${name} (${site})` }, [
        ...(imageUrl ? [h('img', { src: imageUrl, alt: '' })] : []),
        h('span.video-title', { dataSite: site }, name),
      ]),
    ]
  }
}
