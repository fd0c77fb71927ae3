import * as z from 'zod/mini'
import { maxUploadBytes, uploadedImage } from '#contract/media-library.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import { feature } from '#server/feature.ts'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { acceptForms, fileField, pictureOf, readForm, uploadSemaphore } from '#server/resource/read-form.ts'
import { disconnectSignal, invalid } from '#server/runtime/http-error.ts'

export const imageRoutes = feature('Images', async (app, { database, fetchOutside }) => {
  await acceptForms(app)
  route(app, 'POST /images', {
    access: 'writeContent',
    activity: 'step',
    preValidation: readForm(z.object({})),
    summary: 'Upload a picture',
    description:
      'The answer has the address to store with a record or to use in content. The same file always gets the same address. Of an animation the first frame is kept, and `still` says so.',
    consumes: ['multipart/form-data'],
    input: z.object({ image: z.optional(fileField) }),
    answer: { 201: uploadedImage },
    handler: async (request) => storeUpload(database, pictureOf(request)),
  })
  route(app, 'POST /images/fetch', {
    access: 'writeContent',
    activity: 'step',
    summary: 'Copy a picture from another site to the library',
    description:
      'For pictures pasted with a text. The answer is that of an upload. A picture that cannot be fetched answers 422 with the reason.',
    input: z.object({ url: z.string().check(z.maxLength(2_000)) }),
    answer: { 201: uploadedImage },
    handler: async (request, reply) => {
      const owner = staffOf(request).id
      await uploadSemaphore.acquireFor(owner, reply)
      const signal = disconnectSignal(reply)
      const refused = (message: string) => invalid('url', message)
      const answer = await fetchOutside(request.body.url, { maxBytes: maxUploadBytes, timeout: 5_000, signal }).catch(
        (error) => {
          throw error instanceof OutsideError ? refused(error.message) : error
        },
      )
      if (answer.status !== 200) throw refused(`The site answered with ${answer.status}.`)
      return storeUpload(database, { bytes: answer.body, owner, signal })
    },
  })
})
