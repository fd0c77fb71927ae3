import type { FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf, restore, type ShortText, shorten } from '#content/markup/embedded.ts'
import { findEmbedded } from '#content/render/rendered-content.ts'
import { onlyDrafts } from '#contract/roles.ts'
import { isPicture, storeUpload } from '#media/server/store-upload.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import type { Database } from '#server/database/connect.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Upload } from '#server/resource/read-form.ts'
import { disconnectSignal, HttpError, invalid } from '#server/runtime/http-error.ts'

/** The most pictures that the texts of one call may embed: each takes a second to store. */
const most = 50

/**
 * A hook before the validation of a body: the pictures that its texts embed become pictures of the library, and the texts name those.
 * @throws HttpError as an upload does, with the name of the field, for a picture that cannot be stored
 */
export const storeEmbedded = (database: Database) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { body } = request
  if (typeof body !== 'object' || body === null) return
  const texts = textsWithPictures(body)
  if (texts.length === 0) return
  const staff = staffOf(request)
  const sender = { owner: staff.id, by: signedAs(staff), isDraft: onlyDrafts(staff), signal: disconnectSignal(reply) }
  let room = most
  for (const { field, text, replace } of texts) {
    const stored = await withStored(database, { field, shortened: shorten(text), sender, room })
    room -= stored.count
    replace(stored.text)
  }
}

type Embedding = { field: string; text: string; replace: (text: string) => void }

/** No body of the API is as deep as this. */
const deepest = 8

/** The texts of a body that embed pictures, those of its lists and objects included. Their fields are named as errors name them: `sections.3.content`. */
function textsWithPictures(body: object): Embedding[] {
  const found: Embedding[] = []
  const look = (values: object, path: string[]) => {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string' && /data:image\//i.test(value))
        found.push({
          field: [...path, name].join('.'),
          text: value,
          replace: (text) => Object.assign(values, { [name]: text }),
        })
      else if (typeof value === 'object' && value !== null && path.length < deepest) look(value, [...path, name])
    }
  }
  look(body, [])
  return found
}

type Text = {
  field: string
  shortened: ShortText
  sender: Pick<Upload, 'owner' | 'by' | 'isDraft' | 'signal'>
  /** How many more pictures the call may embed. */
  room: number
}

async function withStored(
  database: Database,
  { field, shortened, sender, room }: Text,
): Promise<{ text: string; count: number }> {
  const { pictures, others } = await findEmbedded(shortened.text, sender.signal)
  if (others) throw invalid(field, notStored('An image in the text', 'it is not JPEG, PNG, WebP, AVIF or GIF'))
  if (pictures.length > room)
    throw invalid(
      field,
      `The text embeds ${pictures.length + most - room} images: at most ${most}. Upload them with /api/images first.`,
    )
  const stored = new Map<number, string>()
  for (const [place, at] of pictures.entries()) {
    const name = `Image ${place + 1} of ${pictures.length} in the text`
    const bytes = Buffer.from(bytesOf(shortened.addresses[at] ?? '') ?? [])
    if (!isPicture(bytes)) throw invalid(field, notStored(name, 'it is not JPEG, PNG, WebP, AVIF or GIF'))
    const upload = { ...sender, bytes, name: name.replace(/ in the text$/, '') }
    const { url } = await storeUpload(database, upload).catch((error) => {
      if (!(error instanceof HttpError) || error.status === 503) throw error
      throw new HttpError(error.status, `${name}: ${error.message}`, [
        { path: field, message: `${name}: ${error.message}` },
      ])
    })
    stored.set(at, url)
  }
  return { text: restore(shortened, stored), count: pictures.length }
}

const notStored = (name: string, why: string) =>
  `${name} cannot be stored: ${why}. Remove it, or save it as JPEG or PNG.`
