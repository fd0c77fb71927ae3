import { createContext, useContext } from 'react'

/**
 * The server's answer to a form that was posted without scripts: the values as typed, the message at each field, and one for the whole
 * form. It is present only in the document that answers that post.
 */
export type FormResult = {
  form: 'contact' | 'course' | 'event' | 'newsletter' | 'registration' | 'review'
  values: Record<string, string>
  issues: Record<string, string>
  message?: string | undefined
  code?: string | undefined
}

const FormAnswerContext = createContext<FormResult | null>(null)
export const FormResultProvider = FormAnswerContext.Provider

/** The answer to a native post of any form, or null. */
export const useAnyFormResult = () => useContext(FormAnswerContext)

/** The answer to a native post of this form, or null. */
export function useFormResult(form: FormResult['form']): FormResult | null {
  const answer = useAnyFormResult()
  return answer?.form === form ? answer : null
}
