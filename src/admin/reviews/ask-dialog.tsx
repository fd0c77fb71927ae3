import { useState } from 'react'
import * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { GivenLink } from '#admin/dialogs/link-once.tsx'
import { OptionalSelect, SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { capitalised } from '#admin/format.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { useCanMail, useDraftsOnly } from '#admin/session/use-auth.ts'
import { clearableEmail, optionalText, requiredText } from '#contract/fields.ts'
import { longestNote, type MadeReview, type NewReview, type Review } from '#contract/reviews.ts'
import { TextArea, TextInput } from '#ui/field.tsx'
import { overPresent, type ReviewedRecord, type Reviewers, useReviewers } from './reviewed-record.ts'

const note = optionalText('Note', longestNote, true)
const contracts = {
  colleague: z.object({ colleague: z.string().check(z.minLength(1, 'Choose a colleague')), note }),
  guest: z.object({ name: requiredText('Name', 200), email: clearableEmail(), note }),
}
type Way = keyof typeof contracts
const ways: { value: Way; label: string }[] = [
  { value: 'colleague', label: 'A colleague' },
  { value: 'guest', label: 'Someone outside' },
]

type AskDialogProps = {
  of: ReviewedRecord
  /** A review that is asked for again. Somebody else is chosen where its colleague has left. */
  again?: Review | undefined
  onClose: () => void
}

/** Asks a colleague, or someone outside, to review the saved version of a record. */
export default function AskDialog(props: AskDialogProps) {
  const reviewers = useReviewers()
  const mailsGuests = useMailsGuests()
  const [made, setMade] = useState<MadeReview>()
  const { onClose } = props
  // A dialog focuses the first field that it opens with.
  if (!reviewers) return null
  return (
    <Dialog
      open
      grows
      onClose={onClose}
      title="Ask for review"
      description={made ? undefined : 'They see the version that is saved now, and approve it or request changes.'}
    >
      {made?.link !== undefined ? (
        <GivenLink
          link={new URL(made.link, window.location.origin).href}
          lead={leadOf(made, mailsGuests)}
          onClose={onClose}
        />
      ) : (
        <AskForm {...props} reviewers={reviewers} onMade={(review) => (review.link ? setMade(review) : onClose())} />
      )}
    </Dialog>
  )
}

const forwarded = 'Anyone with the link can answer; the name they enter is recorded.'

/** Whether the site mails the link to a guest. Writers mail nobody outside. */
function useMailsGuests(): boolean {
  const canMail = useCanMail()
  return !useDraftsOnly() && canMail
}

const leadOf = ({ of: { name, email } }: MadeReview, mailsGuests: boolean) =>
  `${email && mailsGuests ? `The link is on its way to ${email}.` : `Send this link to ${name} yourself.`} It works for 30 days. ${forwarded}`

type AskFormProps = AskDialogProps & { reviewers: Reviewers; onMade: (made: MadeReview) => void }

function AskForm({ of: record, again, reviewers: { reviewers, hint }, onMade, onClose }: AskFormProps) {
  const canMail = useCanMail()
  const mailsGuests = useMailsGuests()
  const former = again?.of
  const [way, setWay] = useState<Way>(
    former ? (former.id === undefined && again?.state !== 'returned' ? 'guest' : 'colleague') : 'colleague',
  )
  const isGuest = way === 'guest'
  const { entity, id, api } = record
  const form = useSmallForm({
    contract: contracts[way],
    defaults: {
      colleague: reviewers.find(({ _id }) => _id === former?.id)?._id ?? '',
      name: former && !former.id ? former.name : '',
      email: (former && !former.id && former.email) || '',
      note: again?.state === 'returned' || again?.undelivered ? (again.note ?? '') : '',
    },
    submit({ colleague, name, email, note }) {
      const json: NewReview = { entity, id, of: isGuest ? { name, ...(email && { email }) } : colleague, note }
      return overPresent(record, (ifMatch) => adminFetch<MadeReview>('/api/reviews', { method: 'POST', json, ifMatch }))
    },
    done: ({ of, link }) => (link === undefined ? `${of.name} is asked for a review` : undefined),
    reload: api,
    onDone: onMade,
  })
  const { field, values } = form
  return (
    <>
      <div className="mb-4 flex">
        <FilterButtons label="Reviewer" options={ways} value={way} onChoose={(way) => setWay(way as Way)} />
      </div>
      <SmallForm form={form} action="Ask for review" onCancel={onClose}>
        {isGuest ? (
          <>
            <TextInput {...field('name')} label="Name" autoComplete="off" required />
            <TextInput
              {...field('email')}
              type="email"
              label="Email"
              hint={mailsGuests ? 'Optional. We email them the link.' : 'Optional. You send them the link yourself.'}
              autoComplete="off"
            />
          </>
        ) : (
          <OptionalSelect
            {...field('colleague')}
            label="Colleague"
            hint={hint}
            none="Choose a colleague"
            options={reviewers.map(({ _id, name, role }) => [_id, `${name} (${capitalised(role)})`] as const)}
            value={values.colleague}
            onChoose={(chosen) => form.set('colleague', chosen)}
            required
          />
        )}
        <TextArea {...field('note')} label="Note" hint="Optional, such as the parts to look at." rows={3} />
        <p aria-live="polite" className="text-small text-muted">
          {isGuest
            ? `${mailsGuests && values.email ? 'We email them the link, and you can copy it too.' : 'Copy the link and send it yourself.'} It works for 30 days. ${forwarded}`
            : canMail
              ? 'They get an email, and see it on their dashboard.'
              : 'They see it on their dashboard.'}
        </p>
      </SmallForm>
    </>
  )
}
