import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { AudienceField } from '#features/letters/audience-field.shared.admin.tsx'
import { readAudience } from '#features/letters/letter-words.shared.admin.ts'
import type { PostMail } from '#features/letters/letters.contract.ts'
import { MessageFields } from '#features/letters/message.shared.admin.tsx'
import { audienceQuery, notificationQuery, people } from '#features/letters/sending/notification-data.shared.admin.ts'
import {
  MailNotice,
  NotificationActs,
  NotificationSentence,
  TestButton,
} from '#features/letters/sending/notification-panel.shared.admin.tsx'
import type { AudienceSize, NotificationStatus } from '#features/letters/sending/notifications.contract.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { TypedPost } from '../blog.contract.ts'
import { audienceOfMail, readMail, writeMail } from '../publishing.admin.ts'

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

type PostMailFieldProps = {
  value: string
  onChange: (value: string) => void
  /** See `writeMail`. */
  back: '' | 'usual'
  /** Of the post. */
  usual: { title: string; excerpt: string }
  /** Whether somebody wanted to save the post. */
  asked: boolean
}

/** A button that opens how the message differs from the usual one. It is open where it does. */
export function PostMailField({ value, onChange, back, usual, asked }: PostMailFieldProps) {
  const [open, setOpen] = useState(value !== '')
  const mail = readMail(value) ?? {}
  const { subject = '', preheader = '', greeting = '', whole = false } = mail
  const change = (changes: PostMail) => onChange(writeMail({ ...mail, ...changes }, back))
  if (!open)
    return (
      <Button
        variant="quiet"
        size="small"
        className="-ml-3.5 justify-self-start"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        Audience and message…
      </Button>
    )
  return (
    <fieldset aria-label="Audience and message" className="grid min-w-0 gap-5 border-l-2 border-line pl-4">
      <AudienceField
        value={audienceOfMail(value)}
        onChange={(written) => change({ audience: readAudience(written) })}
        asked={asked}
      />
      <MessageFields
        values={{ subject, preheader, greeting }}
        set={(name, text) => change({ [name]: text })}
        errorAt={() => undefined}
        usual={{ subject: usual.title, preheader: usual.excerpt, greeting: 'None' }}
      />
      <Checkbox
        label="The whole text"
        hint="In place of the excerpt and the button."
        checked={whole}
        onChange={({ target }) => change({ whole: target.checked })}
      />
    </fieldset>
  )
}
