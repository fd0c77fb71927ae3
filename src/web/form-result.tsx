import { createContext, useContext } from 'react'

/**
 * What the server answered to a form that was posted without any script: the values as typed, the message at each field,
 * and a word for the whole form. Present only in the document that answers that post.
 */
export type FormAnswer = {
  form: 'contact' | 'newsletter'
  values: Record<string, string>
  issues: Record<string, string>
  message?: string
}

const FormAnswerContext = createContext<FormAnswer | null>(null)
export const FormAnswerProvider = FormAnswerContext.Provider

/** The answer to a native post of this form, or null. */
export function useFormAnswer(form: FormAnswer['form']): FormAnswer | null {
  const answer = useContext(FormAnswerContext)
  return answer?.form === form ? answer : null
}
