import type { GuestReview, ReviewState } from '#contract/reviews.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { Card, Container } from '#ui/layout.tsx'
import { useRouter, useSearch } from '#ui/router.ts'
import { listPath } from '#web/api-query.ts'
import { useCompany } from '#web/company-context.tsx'
import { useFormResult } from '#web/form-result.tsx'

// That of the contract would load the contract with the page.
const isAnswer = (state: ReviewState) => state === 'approved' || state === 'changes'

/** The state of a review in one sentence, in which a name has its own direction. */
export function ReviewWords({ of: { state, settledBy, askedBy } }: { of: GuestReview }) {
  return (
    <>
      <bdi>{isAnswer(state) ? settledBy : askedBy}</bdi>{' '}
      {actWords[state] ?? 'no longer asks for a review of this version'}.
    </>
  )
}

const actWords: Partial<Record<ReviewState, string>> = {
  asked: 'asks you to review this version',
  approved: 'approved this version',
  changes: 'asked for changes to this version',
}

/** A link to the latest version that was shared with the same guest. */
export const LaterVersion = ({ className }: { className: string }) => (
  <a href={listPath(useRouter().location.pathname, { version: 'latest' })} className={className}>
    See the latest version
  </a>
)

/** The end of a page that a guest is to review: the question with its form, or the answer. */
export function ReviewPanel({ of: review }: { of: GuestReview }) {
  const isOpen = review.state === 'asked'
  return (
    <section id="answer" aria-labelledby="answer-title" className="scroll-mt-28 py-band">
      <Container>
        <Card className="max-w-[44rem]">
          <p className="eyebrow mb-3">Review</p>
          {isOpen ? <Question of={review} /> : <Answer of={review} />}
        </Card>
      </Container>
    </section>
  )
}

const Title = ({ of: review }: { of: GuestReview }) => (
  <h2 id="answer-title" className="text-h3 wrap-anywhere">
    <ReviewWords of={review} />
  </h2>
)

const Quote = ({ children }: { children: string }) => (
  <blockquote dir="auto" className="mt-4 border-s border-line ps-5 text-body whitespace-pre-line wrap-anywhere">
    {children}
  </blockquote>
)

/** Its form is a native one, so that it works without scripts (`app/server/native-forms.ts`). A refused form comes back as it was typed. */
function Question({ of: review }: { of: GuestReview }) {
  const { pathname } = useRouter().location
  const version = useSearch().get('version')
  const { values, issues = {}, message } = useFormResult('review') ?? {}
  const atFault = Object.keys(issues)[0]
  const field = (name: string, otherwise = '') => ({
    name,
    defaultValue: values?.[name] ?? otherwise,
    error: issues[name],
    autoFocus: name === atFault,
  })
  return (
    <>
      <Title of={review} />
      {review.note && <Quote>{review.note}</Quote>}
      {review.hasLater && (
        <p className="mt-4 text-small text-muted">
          There is a later version for you. <LaterVersion className="link" />
        </p>
      )}
      {/* It needs no client, so none is loaded for it. A fragment would keep the focus from the field at fault. */}
      <form method="post" action={pathname} data-module="" className="mt-6 grid gap-5 print:hidden">
        {message && (
          <Alert tone="error" tabIndex={-1} autoFocus>
            {message}
          </Alert>
        )}
        <input type="hidden" name="review" value={review._id} />
        {version && <input type="hidden" name="version" value={version} />}
        {/* The first button is pressed by the Enter key, which must not approve. */}
        <button type="submit" disabled hidden />
        <TextInput
          {...field('name', review.name)}
          label="Your name"
          hint="The name you enter is recorded with your answer."
          autoComplete="name"
          required
        />
        <TextArea
          {...field('note')}
          label="Your message"
          hint="Optional if you approve. If something should change, tell us here."
          rows={5}
        />
        <div className="grid gap-3 sm:flex">
          <Button type="submit" name="state" value="approved" size="large">
            Approve
          </Button>
          <Button type="submit" name="state" value="changes" size="large" variant="secondary">
            Please change
          </Button>
        </div>
      </form>
    </>
  )
}

function Answer({ of: review }: { of: GuestReview }) {
  const { state, settledAt, settledBy = '', isTyped, answer, hasLater } = review
  const result = useFormResult('review')
  const search = useSearch()
  const isDone = !result && search.get('done') === '1'
  const typed = result?.values['note']
  const isAnswered = isAnswer(state)
  return (
    <>
      {isDone && isAnswered && (
        <Alert tone="success" tabIndex={-1} autoFocus className="mb-5 wrap-anywhere">
          Thank you. You {actWords[state]} on {settledAt && <FormattedDate iso={settledAt} />} as <bdi>{settledBy}</bdi>
          .
        </Alert>
      )}
      {result?.message && (
        <Alert tone="error" tabIndex={-1} autoFocus className="mb-5 wrap-anywhere">
          <span dir="ltr">{result.message}</span>
        </Alert>
      )}
      <Title of={review} />
      {isAnswered && settledAt && !isDone && (
        <p className="mt-2 text-small text-muted">
          On <FormattedDate iso={settledAt} />.{isTyped && ' The name is as it was entered here.'}
        </p>
      )}
      {answer && <Quote>{answer}</Quote>}
      {hasLater && (
        <p className="mt-4">
          There is a later version for you. <LaterVersion className="link" />
        </p>
      )}
      {typed && <TypedMessage text={typed} />}
      <Contact of={review} />
    </>
  )
}

function Contact({ of: { askedBy, contact } }: { of: GuestReview }) {
  const { email, brand } = useCompany()
  const address = contact ?? email
  return (
    <p className="mt-6 border-t border-line pt-4 text-small text-muted wrap-anywhere">
      To say more, write to <bdi>{contact ? askedBy : brand}</bdi>:{' '}
      <a href={`mailto:${address}`} className="link">
        {address}
      </a>
    </p>
  )
}

/** A message that could not be sent, to copy. */
export const TypedMessage = ({ text }: { text: string }) => (
  <TextArea
    className="mt-5 mb-5 max-w-[44rem]"
    label="Your message, which was not sent"
    defaultValue={text}
    rows={5}
    readOnly
  />
)
