import { useId } from 'react'
import { ConsentLine, Honeypot, usePublicForm } from '#site/form/public-form.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/field.tsx'
import { useRouter, useSearch } from '#ui/router.ts'
import { useCompany } from '#web/company-context.tsx'
import { useFormResult } from '#web/form-result.tsx'
import { ApiError } from '#web/http.ts'
import { signUpMessages as messages } from '../ground/sign-up-words.contract.ts'

const failure = (error: unknown) => (error instanceof ApiError && error.serverMessage) || messages.failure

/** @param answers whether this form shows the answer to a native post: the newsletter's own page does, the footer's form does not */
export function SignUpForm({ answers = false }: { answers?: boolean }) {
  const search = useSearch()
  const { pathname } = useRouter().location
  const { topics } = useCompany()
  const answer = useFormResult('newsletter')
  const { state, message, result, issues, typed, answerProps, onSubmit } = usePublicForm({
    answer: answers ? answer : null,
    call: '/api/newsletter/subscribe',
    failure,
    more: (fields) => {
      const { path, source, campaign, referrer } = window.visit()
      const visit = { page: path, referrer, campaign: { source, name: campaign } }
      return { ...visit, formPage: pathname, ...(topics && { topics: fields.getAll('topics') }) }
    },
  })
  const submitting = state === 'submitting'
  const posted = answers && state === 'idle' ? search.get('subscribed') : null
  const toConfirm = posted === 'confirm' || (result as { confirm?: boolean } | null)?.confirm
  return (
    <form method="post" action="/newsletter" noValidate onSubmit={onSubmit} className="grid gap-3">
      <div className="flex gap-3">
        <TextInput
          label="Email address"
          hideLabel
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="Enter your email"
          defaultValue={typed['email']}
          error={issues['email']}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="h-12" busy={submitting}>
          Subscribe
        </Button>
      </div>
      {topics && (
        <>
          <TopicTicks
            topics={topics}
            isChosen={(id) => typed['topics']?.split(',').includes(id) ?? true}
            error={issues['topics']}
          />
          {/* So the answer of a form without a tick differs from that of a form without topics. */}
          <input type="hidden" name="topics" value="-" />
        </>
      )}
      {(posted || state === 'success') && (
        <Alert {...answerProps} tone="success">
          <p>{messages.success}</p>
          {toConfirm && <p>{messages.confirm}</p>}
        </Alert>
      )}
      {state === 'error' && !issues['topics'] && (
        <Alert {...answerProps} tone="error">
          {message}
        </Alert>
      )}
      <ConsentLine form="newsletter" />
      <Honeypot />
    </form>
  )
}

type TopicTicksProps = {
  topics: { id: string; name: string }[]
  isChosen: (id: string) => boolean
  error?: string | undefined
  /** One below the other, with their heading. */
  tall?: boolean
}

export function TopicTicks({ topics, isChosen, error, tall = false }: TopicTicksProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className={tall ? 'mb-1' : 'sr-only'}>{tall ? <h2 className="text-h3">Topics</h2> : 'Topics'}</legend>
      <div className={classNames('flex flex-wrap gap-x-5', tall && 'flex-col')}>
        {topics.map(({ id, name }) => (
          <label
            key={id}
            className={classNames(
              'flex items-center gap-2 pointer-coarse:min-h-11',
              tall ? 'min-h-11' : 'min-h-8 text-small',
            )}
          >
            <input
              type="checkbox"
              name="topics"
              value={id}
              defaultChecked={isChosen(id)}
              className="size-4 accent-primary"
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
