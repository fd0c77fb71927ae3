export type Video = {
  /** The key of the video: `youtube:dQw4w9WgXcQ`. */
  key: string
  site: 'YouTube' | 'Vimeo'
  /** The video's own page. */
  page: string
  /** The page to embed, which plays at once and sets no cookie. `server/security/headers.ts` names its hosts. */
  player: string
}

/** The details of a video from its site. */
export type VideoDetails = { title?: string | undefined; imageUrl?: string | undefined }

/** Reads the address of a video at YouTube or Vimeo, as people copy it; null for any other text. */
export function videoIn(text: string): Video | null {
  if (!/^(?:https?:\/\/|www\.)[^\s<>]+$/i.test(text)) return null
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  return url && (youTubeVideo(url) ?? vimeoVideo(url))
}

function youTubeVideo({ hostname, pathname, searchParams }: URL): Video | null {
  const host = hostname.replace(/^(?:www|m|music)\./, '')
  const path = /^\/(?:shorts|live|embed|v)\/([^/]+)\/?$/.exec(pathname)?.[1]
  const id =
    host === 'youtu.be'
      ? pathname.slice(1)
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? pathname === '/watch'
          ? searchParams.get('v')
          : path
        : null
  if (!id || !/^[\w-]{11}$/.test(id)) return null
  const start = seconds(searchParams.get('t') ?? searchParams.get('start'))
  return {
    key: `youtube:${id}`,
    site: 'YouTube',
    page: `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}s` : ''}`,
    player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${start ? `&start=${start}` : ''}`,
  }
}

function vimeoVideo({ hostname, pathname, searchParams, hash }: URL): Video | null {
  const path =
    hostname === 'player.vimeo.com'
      ? /^\/video\/(\d{5,12})\/?$/.exec(pathname)
      : /^(?:www\.)?vimeo\.com$/.test(hostname)
        ? /^\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{5,12})(?:\/([\da-f]{6,20}))?\/?$/.exec(pathname)
        : null
  const [, id, unlisted = searchParams.get('h')] = path ?? []
  if (!id) return null
  // The address of an unlisted video has a second part, which is required to see it.
  const secret = unlisted && /^[\da-f]{6,20}$/.test(unlisted) ? unlisted : null
  const start = seconds(new URLSearchParams(hash.slice(1)).get('t'))
  const from = start ? `#t=${start}s` : ''
  return {
    key: `vimeo:${id}`,
    site: 'Vimeo',
    page: `https://vimeo.com/${id}${secret ? `/${secret}` : ''}${from}`,
    player: `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${secret ? `&h=${secret}` : ''}${from}`,
  }
}

/** `90`, `90s` and `1m30s` are all ninety seconds. */
function seconds(time: string | null): number {
  const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest)
}
