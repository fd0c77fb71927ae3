import * as z from 'zod/mini'
import { parseImageUrl } from '#contract/media.ts'
import { type MediaItem, maxUploadBytes, mediaListQuery } from '#contract/media-library.ts'
import { ToolError } from './call-api.server.ts'
import { type Arguments, adds, given, reads, type ToolCaller, tool } from './tool.server.ts'

const shownOf = ({ _id, kind, url, name, alt, caption, credit, decorative, width, height, used }: MediaItem) =>
  given({
    ...{ id: _id, kind, url, name, alt, width, height, used },
    ...(caption && { caption }),
    ...(credit && { credit }),
    ...(decorative && { decorative }),
  })

const mostListed = 20

export const listMediaTool = ({ call }: ToolCaller) =>
  tool({
    name: 'list_media',
    title: 'List images and files',
    description: `Lists the media library, ${mostListed} on a page, the newest first. \`url\` is the address for fields and texts.`,
    annotations: reads,
    input: z.pick(mediaListQuery, { search: true, status: true, page: true }),
    async run({ search, status, page = 1 }) {
      const query = { search, status, page, limit: mostListed }
      const items: MediaItem[] = await call('GET', '/media', { query })
      return { data: { items: items.map(shownOf), more: items.length === mostListed } }
    },
  })

/** A file in base64, with the line ends and the `data:` that some put into it. */
const longestBase64 = Math.ceil((maxUploadBytes * 4) / 3) + 200_000

export const uploadPictureTool = (caller: ToolCaller) => {
  // One who reads contacts could send them away with the address of a picture.
  const isInside = caller.may('readContacts')
  return tool({
    name: 'upload_picture',
    title: 'Upload an image',
    description: `Adds an image of at most 10 MB to the media library and returns its address. Send \`base64\`${isInside ? '; this connection reads contacts, so it fetches nothing from other sites' : ', or `url` of an image on another site'}. Without \`alt\` it counts as not described.`,
    annotations: { ...adds, idempotentHint: true, openWorldHint: !isInside },
    input: z.object({
      base64: z.optional(z.string().check(z.maxLength(longestBase64, 'The image is too large: at most 10 MB.'))),
      ...(isInside ? {} : { url: z.optional(z.string().check(z.maxLength(2_000))) }),
      name: z.optional(z.string().check(z.maxLength(200))),
      alt: z.optional(z.string().check(z.maxLength(500))),
    }) as Arguments<Upload>,
    async run({ base64, url, name, alt }) {
      if ((base64 === undefined) === (url === undefined))
        throw new ToolError(isInside ? 'Send the image as base64.' : 'Send either url or base64.')
      const stored = url === undefined ? await sendFile(caller, base64 ?? '', name) : await fetchFile(caller, url)
      const words = given({ alt, ...(url !== undefined && { name }) })
      if (Object.keys(words).length === 0) return { data: stored }
      try {
        await caller.call('PUT', `/media/${stored.id}`, { body: words })
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        // The library has had the same image, and public pages show it.
        return {
          data: { ...stored, note: `The image is in the library, with the words that it had. ${error.message}` },
        }
      }
      return { data: { ...stored, ...words } }
    },
  })
}

type Upload = { base64?: string; url?: string; name?: string; alt?: string }

async function sendFile({ call }: ToolCaller, base64: string, name = 'image') {
  // Without `+`: a process that has run for long compiles patterns in a form that keeps each repetition on a stack, which ends at four million.
  const plain = base64.replace(/^data:[\w/+.-]{1,100};base64,/, '').replace(/\s/g, '')
  if (plain === '' || /^=|[^\w+/=-]|=[^=]/.test(plain))
    throw new ToolError('base64 is not valid: send the bytes of an image file in base64.')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.length > maxUploadBytes) throw new ToolError('The image is too large: at most 10 MB.')
  const form = new FormData()
  form.append('image', new File([bytes], name))
  const item: MediaItem = await call('POST', '/media', { body: form })
  if (item.kind !== 'picture') throw new ToolError('This is not an image.')
  return { ...shownOf(item), id: item._id, url: item.url }
}

async function fetchFile({ call }: ToolCaller, url: string) {
  const stored = await call('POST', '/images/fetch', { body: { url } })
  return { ...stored, id: parseImageUrl(stored.url)?.hash ?? '' }
}
