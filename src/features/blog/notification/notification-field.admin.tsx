import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#admin/format.ts'
import { Checkbox } from '#admin/forms/controls.tsx'
import { people, readAudience } from '#features/newsletters/ground/newsletter-words.shared.admin.ts'
import type { PostMail } from '#features/newsletters/ground/newsletters.contract.ts'
import type { AudienceSize, NotificationStatus } from '#features/newsletters/ground/notifications.contract.ts'
import { MessageFields } from '#features/newsletters/message/message.shared.admin.tsx'
import { AudienceField } from '#features/newsletters/sending/audience-field.shared.admin.tsx'
import { audienceQuery, notificationQuery } from '#features/newsletters/sending/notification-data.shared.admin.ts'
import {
  MailNotice,
  NotificationActs,
  NotificationSentence,
  TestButton,
} from '#features/newsletters/sending/notification-panel.shared.admin.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { TypedPost } from '../blog.contract.ts'
import type { PostForm } from '../blog-resource.admin.tsx'
import { audienceOfMail, readMail, willBeSent, writeMail } from '../publishing.admin.ts'

/** @param typed the unsaved values of the post */
type NotificationFieldProps = { form: PostForm; typed: TypedPost | undefined }

/** Whether subscribers are notified. Before publishing it shows the number of recipients, and how long the notification can be undone. */
export function NotificationField({ form, typed }: NotificationFieldProps) {
  const { record, values, field, savingState, settle } = form
  const { sendNotification: checked, published, publishAt, mail } = values
  const id = record?._id
  const audience = useQuery(audienceQuery(audienceOfMail(mail)))
  const told = useQuery(notificationQuery({ blogId: id }))
  const was = told.data && !willBeSent(told.data) ? told.data : undefined
  return (
    <>
      <Checkbox
        {...field('sendNotification')}
        label="Send email notification"
        hint={was ? alreadyTold(was) : hint(audience.data, checked, published, publishAt > new Date().toISOString())}
      />
      {checked && !was && <MailNotice />}
      {checked && !was && <PostMailField form={form} />}
      {was && was.state !== 'sent' && (
        <fieldset aria-label="Newsletter" className="flex min-w-0 flex-wrap items-center gap-2">
          <p className="w-full text-small tabular-nums">
            <NotificationSentence status={was} />
          </p>
          <NotificationActs
            status={was}
            saving={savingState === 'saving'}
            onAsks={(asks) => settle('sendNotification', asks)}
          />
        </fieldset>
      )}
      {id && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TestButton about={{ blogId: id }} typed={typed} />
          {was && (
            <Link to={`/admin/blogs/notification/${id}`} className="link text-small">
              View newsletter
            </Link>
          )}
        </div>
      )}
    </>
  )
}

const alreadyTold = ({ state, recipients }: NotificationStatus) =>
  state === 'sent'
    ? `Sent to ${people(recipients)}. A post is emailed only once, however often you save it.`
    : 'A post is emailed only once, however often you save it.'

function hint(audience: AudienceSize | undefined, checked: boolean, published: boolean, scheduled: boolean): string {
  if (!audience || !checked) return 'Emails subscribers once, when the post is published.'
  if (audience.subscribers === 0) return 'This audience has no subscribers yet, so nobody is emailed.'
  const whom = `Goes to ${people(audience.subscribers)} once`
  const moment = scheduled ? 'it is published' : 'you save'
  const undo =
    audience.hold > 0
      ? `, ${formatCount(audience.hold, 'second')} after ${moment}. You can undo until then`
      : ` as soon as ${moment}`
  return published ? `${whom}${undo}.` : `${whom}, when the post is published.`
}

/** A button that opens how the message differs from the usual one. It is open where it does. */
function PostMailField({ form: { record, values, set, submits } }: { form: PostForm }) {
  const [open, setOpen] = useState(values.mail !== '')
  const mail = readMail(values.mail) ?? {}
  const { subject = '', preheader = '', greeting = '', whole = false } = mail
  const change = (changes: PostMail) => set('mail', writeMail({ ...mail, ...changes }, record?.mail ? 'usual' : ''))
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
        value={audienceOfMail(values.mail)}
        onChange={(written) => change({ audience: readAudience(written) })}
        asked={submits > 0}
      />
      <MessageFields
        values={{ subject, preheader, greeting }}
        set={(name, text) => change({ [name]: text })}
        errorAt={() => undefined}
        usual={{ subject: values.title, preheader: values.excerpt, greeting: 'None' }}
      />
      <Checkbox
        label="Send the full text"
        hint="Instead of the excerpt and a button."
        checked={whole}
        onChange={({ target }) => change({ whole: target.checked })}
      />
    </fieldset>
  )
}
