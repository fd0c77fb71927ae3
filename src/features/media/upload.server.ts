import * as z from 'zod/mini'
import { uploadedImage } from '#contract/upload.ts'
import { storeUpload } from '#media/server/store-upload.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { HttpError } from '#server/http/errors.ts'
import { acceptForms, fileField, readForm } from '#server/resource/read-form.ts'

export const imageRoutes: FeatureRoutes = async (app, { database }) => {
  await acceptForms(app)
  app.post(
    '/images',
    {
      preValidation: readForm(z.object({})),
      schema: {
        tags: ['Images'],
        summary: 'Upload a picture',
        description:
          'The answer has the address to store with a record or to use in content. The same file always gets the same address.',
        consumes: ['multipart/form-data'],
        body: z.object({ image: z.optional(fileField) }),
        response: { 201: uploadedImage },
      },
    },
    async ({ upload }, reply) => {
      if (!upload)
        throw new HttpError(422, 'Please choose a picture.', [{ path: 'image', message: 'Please choose a picture.' }])
      return reply.code(201).send(await storeUpload(database, upload))
    },
  )
}
