import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { renderingOrPlain, renderToSave } from '#content/render/stored-rendering.ts'
import { storedVideos } from '#content/render/stored-videos.ts'
import { otherCover } from '#media/server/cover-focus.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { findPerson, findPreviewOf } from '#server/record/preview-links.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { findCourse } from './course-queries.server.ts'
import { previewedCourse } from './courses.contract.ts'
import { courses } from './courses.table.ts'

type Parts = {
  database: Database
  config: Config
  withUpcoming: <Course extends { startDate?: string | undefined }>(found: Course) => Course
}

/**
 * The call behind a preview link: anyone with its token sees the course, with the changes that wait.
 * @param withUpcoming adds whether the start date is still to come
 */
export function courseLinkRoute(app: FastifyInstance, { database, config, withUpcoming }: Parts): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/previews/courses/:token',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get the course of a preview link',
        description: 'Never cached. A link that has ended, was revoked or never existed answers 404.',
        params: z.object({ token: z.string() }),
        response: { 200: previewedCourse },
      },
    },
    async ({ params }, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
      const { id, by, until, copy } = await findPreviewOf(database, courses, params.token)
      const stored = await findCourse(database, id, 'staff')
      if (!stored) throw notFound('This preview has ended.')
      return {
        by,
        until,
        waiting: copy !== undefined,
        course: withUpcoming(copy ? { ...stored, ...otherCover(stored, copy), ...(await shown(copy)) } : stored),
      }
    },
  )

  async function shown({ slug: _, ...fields }: Record<string, unknown>) {
    const source = String(fields['syllabus'] ?? '')
    const videos = await storedVideos(database, source)
    const { rendering } = await renderToSave(source, config, { isPublic: false, field: 'syllabus', videos })
    const { html: syllabusHtml, headings } = renderingOrPlain(source, rendering)
    const instructor = await findPerson(database, 'instructors', fields['instructorId'])
    return { ...fields, ...(instructor && { instructor }), syllabusHtml, headings }
  }
}
