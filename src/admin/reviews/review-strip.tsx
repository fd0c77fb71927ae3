import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { reviewsQuery } from '#admin/session/second-person.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { type Review, type ReviewAnswer, reviewAnswer } from '#contract/reviews.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextArea } from '#ui/field.tsx'
import { differenceIn, isAskedOf, Name, ReviewSentence, reviewLooks, shownReviews, wordsOf } from './review-words.tsx'
import { overPresent, type ReviewedRecord, useMyId } from './reviewed-record.ts'

const AskDialog = lazy(() => import('./ask-dialog.tsx'))

type Answer = ReviewAnswer['state']
type Opened = { review: Review; answer?: Answer }

type ReviewStripProps = {
  of: ReviewedRecord
  /** Stores what was typed, before somebody is asked again. @returns the stored record, or undefined where something prevents that */
  store: () => Promise<unknown>
}

/** Above a form: who reviews the record, and how that ended. Those who are asked answer here. */
export function ReviewStrip({ of, store }: ReviewStripProps) {
  const me = useMyId()
  const { data, isError } = useQuery(reviewsQuery(of))
  // The dialogs stay open when the review that they are about is folded meanwhile.
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { shown, folded } = shownReviews(data?.reviews ?? [], me)
  const line = (review: Review, old = false) => (
    <ReviewLine
      key={review._id}
      {...{ of, review, me, old }}
      onAnswer={(answer) => setOpened({ review, answer })}
      onAskAgain={async () => (await store()) && setOpened({ review })}
    />
  )
  return (
    <>
      {isError && !data && <p className="mt-4 text-small text-danger">The reviews could not be loaded.</p>}
      {shown.length > 0 && (
        <section
          aria-label="Reviews"
          className="mt-4 rounded-control border border-line bg-raised px-4 py-1 text-small"
        >
          <ul className="divide-y divide-line">{shown.map((review) => line(review))}</ul>
          {folded.length > 0 && (
            <details className="border-t border-line py-1.5">
              <summary className="w-fit cursor-pointer rounded-mark py-1 text-muted hover:text-ink">
                {formatCount(folded.length, 'more review')}
              </summary>
              <ul className="divide-y divide-line">{folded.map((review) => line(review, true))}</ul>
            </details>
          )}
        </section>
      )}
      {opened?.answer && <AnswerDialog of={of} review={opened.review} answer={opened.answer} onClose={close} />}
      {opened && !opened.answer && (
        <Suspense>
          <AskDialog of={of} again={opened.review} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** On a phone it has a row of its own, and its text is in line with the words above it. */
const quietRow = 'max-sm:-ml-3.5 max-sm:basis-full max-sm:justify-start'

type ReviewLineProps = {
  of: ReviewedRecord
  review: Review
  me: string | undefined
  /** Whether a newer one replaces it, so that nothing can be done with it. */
  old: boolean
  onAnswer: (answer: Answer) => void
  onAskAgain: () => void
}

function ReviewLine({ of: { api }, review, me, old, onAnswer, onAskAgain }: ReviewLineProps) {
  const { act, busy } = useAct({ reload: api })
  const readOnly = useReadOnly()
  const { _id, state, acts } = review
  const { icon: Icon, look } = reviewLooks[state]
  const difference = state === 'withdrawn' || state === 'returned' ? undefined : differenceIn(review)
  const words = wordsOf(review)
  const isMine = isAskedOf(review, me)
  const mayAsk = !old && !readOnly
  const isPressing = state === 'changes' || review.undelivered !== undefined
  const withdraw = async () => {
    const question = {
      question: 'Withdraw this review?',
      detail: `${review.of.name} can no longer answer.`,
      action: 'Withdraw',
    }
    if (await confirm(question))
      await act(() => adminFetch(`/api/reviews/${_id}`, { method: 'DELETE' }), { done: 'Review withdrawn' })
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2 max-sm:pb-3">
      <Icon aria-hidden="true" className={classNames('my-2 size-4 shrink-0', look)} />
      <div className="min-w-0 flex-1 basis-56 py-1.5">
        <p>
          <span className="font-[560]">
            <ReviewSentence review={review} me={me} />
          </span>
          {difference && <span className="text-muted"> · {difference}</span>}
        </p>
        {review.undelivered && <Undelivered of={review} reason={review.undelivered} />}
        {words && <Words key={words} text={words} />}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:basis-full max-sm:pl-8">
        {acts.includes('answer') && (
          <>
            <Button size="small" variant={isMine ? 'primary' : 'secondary'} onClick={() => onAnswer('approved')}>
              Approve
            </Button>
            <Button size="small" variant="secondary" onClick={() => onAnswer('changes')}>
              Request changes
            </Button>
          </>
        )}
        {mayAsk && state === 'returned' && (
          <Button size="small" variant="secondary" onClick={onAskAgain}>
            Ask someone else
          </Button>
        )}
        {mayAsk && (isPressing || (state === 'approved' && !review.isPresent)) && (
          <Button
            size="small"
            variant={isPressing ? 'secondary' : 'quiet'}
            className={isPressing ? undefined : quietRow}
            onClick={onAskAgain}
          >
            Ask again
          </Button>
        )}
        {acts.includes('withdraw') && !isMine && (
          <Button size="small" variant="quiet" className={quietRow} disabled={busy} onClick={withdraw}>
            Withdraw
          </Button>
        )}
      </div>
    </li>
  )
}

/** A guest has not got the email with the link. */
const Undelivered = ({ of: { of }, reason }: { of: Review; reason: string }) => (
  <p className="mt-1 text-warning wrap-anywhere">
    The email to <Name>{of.email ?? of.name}</Name> could not be delivered: <bdi>{reason.replace(/\.$/, '')}</bdi>. Ask
    again to copy a new link.
  </p>
)

/** More characters than this are folded. */
const shortText = 280

/** The words of somebody, as text. */
function Words({ text }: { text: string }) {
  const [open, setOpen] = useState(text.length <= shortText)
  return (
    <>
      <blockquote
        dir="auto"
        className={classNames(
          'mt-1.5 max-w-prose border-l-2 border-line pl-3 text-muted wrap-anywhere whitespace-pre-wrap',
          !open && 'line-clamp-4',
        )}
      >
        {text}
      </blockquote>
      {text.length > shortText && (
        <button
          type="button"
          aria-expanded={open}
          className="mt-1 rounded-mark text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}

const answers = {
  approved: { title: 'Approve this version', action: 'Approve', label: 'Note', hint: 'Optional.', done: 'Approved' },
  changes: {
    title: 'Request changes',
    action: 'Request changes',
    label: 'Changes',
    hint: undefined,
    done: 'Changes requested',
  },
}

type AnswerDialogProps = { of: ReviewedRecord; review: Review; answer: Answer; onClose: () => void }

/** Answers about the version that the form shows. The typed text stays after a refusal. */
function AnswerDialog({ of, review: { _id, askedBy }, answer: state, onClose }: AnswerDialogProps) {
  const { title, action, label, hint, done } = answers[state]
  const form = useSmallForm({
    contract: reviewAnswer,
    defaults: { state, note: '' },
    submit: (json: { state: Answer; note: string }) =>
      overPresent(of, (ifMatch) => adminFetch<Review>(`/api/reviews/${_id}/answer`, { method: 'POST', json, ifMatch })),
    done,
    reload: of.api,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={title}
      description={
        state === 'approved' ? `${askedBy} sees that you approve the version in this form.` : `${askedBy} reads this.`
      }
      form={form}
      action={action}
      onClose={onClose}
    >
      {of.dirty && (
        <p className="rounded-control bg-warning-soft px-3 py-2 text-small text-warning">
          Your answer is about the saved version, without your unsaved changes.
        </p>
      )}
      <TextArea {...form.field('note')} label={label} hint={hint} rows={4} required={state === 'changes'} />
    </FormDialog>
  )
}
