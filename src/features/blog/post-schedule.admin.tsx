import { useQuery } from '@tanstack/react-query'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ScheduleField } from '#admin/forms/schedule-field.tsx'
import type { StaffPost } from './blog.contract.ts'
import type { BlogValues } from './blog-resource.admin.tsx'
import { notificationQuery } from './notification/notification-data.admin.tsx'

/** When a post appears and ends. It warns if subscribers have been notified of a post that leaves the site. */
export function PostSchedule({ form: { record, values, set, errorAt } }: { form: FormState<BlogValues, StaffPost> }) {
  const told = useQuery({ ...notificationQuery(record?._id ?? ''), enabled: record !== null })
  const sent = told.data?.counts.sent ?? 0
  const movedBack = sent > 0 && values.publishAt > new Date().toISOString()
  return (
    <ScheduleField values={values} set={set} errorAt={errorAt}>
      {movedBack && (
        <p role="status" className="rounded-control bg-accent-soft px-3 py-2 text-small text-accent-ink">
          Subscribers have already been notified of this post. Until it appears again, its link leads to “not found”.
        </p>
      )}
    </ScheduleField>
  )
}
