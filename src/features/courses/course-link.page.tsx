import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PreviewBanner, PreviewEnded } from '#site/page/preview-banner.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { CourseDetail } from './course-detail.tsx'
import { courseLinkQuery } from './courses.queries.ts'

export const queries = ({ params }: PageRequest) => [courseLinkQuery(params['token'] ?? '')]

/** What a preview link shows: a course before it is public, for whoever has the link. */
export default function CourseLinkPage() {
  const { token = '' } = useParams()
  const query = useQuery(courseLinkQuery(token))
  return (
    <>
      {!query.data && <Head title="Preview" noIndex />}
      <QueryState query={query} failure="Failed to load the preview" whole>
        {(preview) =>
          preview ? (
            <>
              <Head title={preview.course.title} noIndex />
              <PreviewBanner {...preview} />
              <CourseDetail course={preview.course} />
            </>
          ) : (
            <PreviewEnded />
          )
        }
      </QueryState>
    </>
  )
}
