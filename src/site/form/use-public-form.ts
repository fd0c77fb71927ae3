import { type FormEvent, useRef, useState } from 'react'
import type { FormResult } from '#web/form-result.tsx'
import { ApiError, fetchJson, postJson } from '#web/http.ts'

type PublicForm = {
  /** What the server answered to a native post of this form, where this form is to show it. */
  answer: FormResult | null
  /** The public call that takes the fields as JSON. */
  call: string
  /** The words for a failure, from what the server said. */
  failure: (error: unknown) => string
}

export type PublicFormState = 'idle' | 'submitting' | 'success' | 'error'

/**
 * A form that posts natively without the client, and by `fetch` with it. What was typed stays until the server has taken it.
 * Fields are uncontrolled: each has a `name`, and its rules as HTML attributes (`required`, `type="email"`).
 * @returns the form's state; the message of a failure; what the call answered to a success; the message at each field; what a field was filled with by a native post
 */
export function usePublicForm({ answer, call, failure }: PublicForm) {
  const [state, setState] = useState<PublicFormState>(answer?.message ? 'error' : 'idle')
  const [message, setMessage] = useState(answer?.message ?? '')
  const [issues, setIssues] = useState<Record<string, string>>(answer?.issues ?? {})
  const [result, setResult] = useState<unknown>(null)
  const busy = useRef(false)
  const token = useRef<Promise<string | undefined> | undefined>(undefined)

  /** The first touch asks for the word that says when it was; without an answer the form works all the same. */
  function onFocus() {
    token.current ??= fetchJson('/api/forms/token').then(
      ({ body }) => (body as { token?: string } | null)?.token,
      () => undefined,
    )
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const element = event.currentTarget
    setState('idle')
    const found = fieldIssues(element)
    setIssues(found)
    if (focusFirst(element, found)) return

    busy.current = true
    setState('submitting')
    try {
      const posted = await postJson(call, {
        ...Object.fromEntries(new FormData(element)),
        formToken: await token.current,
      })
      element.reset()
      setResult(posted)
      setState('success')
    } catch (error) {
      const refused =
        error instanceof ApiError ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message])) : {}
      setIssues(refused)
      setMessage(failure(error))
      setState('error')
      focusFirst(element, refused)
    } finally {
      busy.current = false
    }
  }

  return { state, message, result, issues, typed: answer?.values ?? {}, onSubmit, onFocus }
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** The rules that the fields' attributes state, in words that name the field. Spaces alone are not an answer. */
function fieldIssues(form: HTMLFormElement): Record<string, string> {
  const issues: Record<string, string> = {}
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) || !control.name) continue
    const issue = controlIssue(control)
    if (issue) issues[control.name] = issue
  }
  return issues
}

function controlIssue(control: Control): string | undefined {
  if (control.required && control.value.trim() === '')
    return `${control.labels?.[0]?.textContent ?? control.name} is required`
  if (control.validity.typeMismatch) return 'Please enter a valid email address'
  return undefined
}

/** Moves to the first field at fault, so that it is seen and can be mended at once. */
function focusFirst(form: HTMLFormElement, issues: Record<string, string>): boolean {
  const control = [...form.elements].find(
    (element) => element instanceof HTMLElement && (element as Control).name in issues,
  )
  if (control instanceof HTMLElement) control.focus()
  return Object.keys(issues).length > 0
}
