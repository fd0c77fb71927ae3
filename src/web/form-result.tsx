import { createContext, useContext } from 'react'

/**
 * What the server answered to a form that was posted without any script: the values as typed, the message at each field,
 * and a word for the whole form. Present only in the document that answers that post.
 */
export type FormResult = {
  form: 'contact' | 'newsletter'
  values: Record<string, string>
  issues: Record<string, string>
  message?: string
}

const FormAnswerContext = createContext<FormResult | null>(null)
export const FormResultProvider = FormAnswerContext.Provider

/** The answer to a native post of this form, or null. */
export function useFormResult(form: FormResult['form']): FormResult | null {
  const answer = useContext(FormAnswerContext)
  return answer?.form === form ? answer : null
}
