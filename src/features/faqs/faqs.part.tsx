import type { ComponentProps } from 'react'
import { ServerPart } from '#web/server-part.tsx'
import type AnsweredQuestions from './answered-faqs.part.tsx'

const load = () => import('./answered-faqs.part.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined

/** The questions that a page answers, on a page with a client. */
export const Questions = (of: ComponentProps<typeof AnsweredQuestions>) => (
  <ServerPart load={load} onServer={onServer} of={of} />
)
