import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { audienceQuery, notificationQuery, people } from '#features/letters/sending/notification-data.shared.admin.ts'
import {
  MailNotice,
  NotificationActs,
  NotificationSentence,
  TestButton,
} from '#features/letters/sending/notification-panel.shared.admin.tsx'
import type { AudienceSize, NotificationStatus } from '#features/letters/sending/notifications.contract.ts'
import { Link } from '#ui/link.tsx'
import { audienceOfMail } from '../publishing.admin.ts'
import type { TypedPost } from './announcement.contract.ts'

type NotificationFieldProps = {
  /** The id of the stored post; absent for a new one. */
  id?: string | undefined
  checked: boolean
  published: boolean
  /** When the post appears, ISO 8601; '' for at once. */
  appears: string
  field: ComponentProps<typeof Checkbox> | object
  /** The unsaved values of the post. */
  typed: TypedPost | undefined
  saving: boolean
  /** Called with whether the stored post asks for a notification, when an undo changes that. */
  onAsks: (asks: boolean) => void
  /** How the message differs from the usual one, as the form has it, and the field for that. */
  mail: string
  options: ReactNode
}

/** Whether subscribers are notified. Before publishing it shows the number of recipients, and how long the notification can be undone. */
export function NotificationField({
  id,
  checked,
  published,
  appears,
  field,
  typed,
  saving,
  onAsks,
  mail,
  options,
}: NotificationFieldProps) {
  const audience = useQuery(audienceQuery(audienceOfMail(mail)))
  const told = useQuery({ ...notificationQuery({ blogId: id ?? '' }), enabled: id !== undefined })
  const was = told.data && !['none', 'planned'].includes(told.data.state) ? told.data : undefined
  return (
    <>
      <Checkbox
        {...field}
        label="Send email notification"
        hint={
          was
            ? alreadyTold(was)
            : hint(audience.data, checked, published, appears !== '' && appears > new Date().toISOString())
        }
      />
      {checked && !was && <MailNotice />}
      {checked && !was && options}
      {was && was.state !== 'sent' && (
        <fieldset aria-label="Newsletter" className="flex min-w-0 flex-wrap items-center gap-2">
          <p className="w-full text-small tabular-nums">
            <NotificationSentence status={was} />
          </p>
          <NotificationActs status={was} saving={saving} onAsks={onAsks} />
        </fieldset>
      )}
      {id && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TestButton about={{ blogId: id }} typed={typed} />
          {was && (
            <Link to={`/admin/blogs/notification/${id}`} className="link text-small">
              See the newsletter
            </Link>
          )}
        </div>
      )}
    </>
  )
}

const alreadyTold = ({ state, recipients }: NotificationStatus) =>
  state === 'sent'
    ? `${people(recipients)} have received it. A post is mailed only once, however often you save it.`
    : 'A post is mailed only once, however often you save it.'

function hint(audience: AudienceSize | undefined, checked: boolean, published: boolean, planned: boolean): string {
  if (!audience || !checked) return 'Subscribers receive it once, when the post is published.'
  const whom = `Goes to ${people(audience.subscribers)}, once`
  const moment = planned ? 'it appears' : 'it is saved'
  const undo =
    audience.hold > 0 ? `, ${audience.hold} s after ${moment}; until then it can be undone` : ` as soon as ${moment}`
  return published ? `${whom}${undo}.` : `${whom}, when the post is published.`
}
