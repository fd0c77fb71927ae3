import { type ComponentType, useEffect, useState } from 'react'
import { Card } from '#ui/layout.tsx'
import { useSearch } from '#ui/router.ts'
import { type Asked, type AskedCourse, kindOf } from '../ground/courses.queries.ts'
import type { RegistrationKind } from '../ground/registration-words.contract.ts'

const load = () => import('./ask-form.tsx')
// Most visitors never need its code, but the client that hydrates a document with the form does at once.
const ready =
  import.meta.env.SSR || /[?&](ask|sent)=/.test(window.location.search)
    ? await load().catch(() => undefined)
    : undefined

/** `usual` is the form for an address that asks for none. */
type AskSectionProps = { course: AskedCourse; usual?: RegistrationKind | null }

/** The section `#ask` with the form for which the address asks (`?ask=waitlist&date=…`), or the thanks for one (`?sent=…`). */
export function AskSection({ course, usual = null }: AskSectionProps) {
  const search = useSearch()
  const sent = kindOf(search.get('sent'))
  const kind = sent ?? kindOf(search.get('ask')) ?? usual
  const [Form, setForm] = useState<ComponentType<{ asked: Asked; kind: RegistrationKind }> | undefined>(
    () => ready?.default,
  )
  useEffect(() => {
    if (kind && !Form)
      load().then(
        (module) => setForm(() => module.default),
        () => {},
      )
  }, [kind, Form])
  if (!kind) return null
  const dateId = search.get('date')
  const date = 'cohorts' in course ? course.cohorts?.find(({ _id }) => _id === dateId) : undefined
  const asked: Asked = {
    form: 'course',
    action: `/courses/${course.slug}?${new URLSearchParams({ ask: kind, ...(date && { date: date._id }) })}`,
    hidden: { courseId: course._id, ...(date && { cohortId: date._id }) },
    startsOn: date?.startsOn,
  }
  return (
    <Card as="section" id="ask" aria-labelledby="ask-title" className="scroll-mt-28">
      {Form && <Form key={kind} asked={asked} kind={kind} />}
    </Card>
  )
}
