import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { runningNotificationsQuery } from '#features/letters/sending/notification-data.shared.admin.ts'
import {
  MailNotice,
  NotificationActs,
  NotificationProgress,
  NotificationSentence,
} from '#features/letters/sending/notification-panel.shared.admin.tsx'
import { Link } from '#ui/link.tsx'

/** Above the list of posts: the notifications that will be or are being sent, each with a button to stop it. */
export function NotificationsUnderWay() {
  const underWay = useQuery(runningNotificationsQuery())
  const notifications = underWay.data?.notifications ?? []
  if (notifications.length === 0) return null
  return (
    <div className="mb-4 grid gap-3">
      <MailNotice />
      <ul className="grid gap-3" aria-label="Notifications under way">
        {notifications.map((status) => (
          <li key={status.blogId} className="grid gap-3 rounded-control border border-line bg-raised p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Mail aria-hidden="true" className="size-5 shrink-0 text-primary" strokeWidth={1.75} />
              <p className="mr-auto min-w-0">
                <Link to={`/admin/blogs/notification/${status.blogId}`} className="link-quiet font-[560]">
                  {status.title}
                </Link>
                <span className="ml-2 text-muted tabular-nums">
                  <NotificationSentence status={status} />
                </span>
              </p>
              <NotificationActs status={status} />
            </div>
            <NotificationProgress status={status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
