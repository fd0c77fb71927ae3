import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Section } from '#ui/layout.tsx'
import { HeadContext } from '#web/head.tsx'
import type { Faq, FaqPlace } from './faqs.contract.ts'
import { faqsQuery } from './faqs.queries.ts'

type AnsweredQuestionsProps = {
  place?: FaqPlace
  courseId?: string
  ground?: 'sunken'
}

/** The questions that a page answers, each opened by a click; nothing if there are none. */
export default function AnsweredQuestions({ place, courseId, ground }: AnsweredQuestionsProps) {
  const all = useQuery(faqsQuery()).data ?? []
  const questions = all.filter(
    (question) => (place && question.places.includes(place)) || (courseId && question.courseId === courseId),
  )
  if (questions.length === 0) return null
  return (
    <>
      <FaqSection id="questions" title="Questions we are asked" questions={questions} ground={ground} />
      <FaqData questions={questions} />
    </>
  )
}

type Answered = Pick<Faq, 'question' | 'answer'>
type FaqSectionProps = {
  /** For a landmark; left out on a page on which two of these may have one title. */
  id?: string
  title: string
  questions: Answered[]
  ground?: 'sunken' | undefined
}

/** Questions with a title next to them, each opened by a click. */
export const FaqSection = ({ id, title, questions, ground }: FaqSectionProps) => (
  <Section ground={ground} space="band" aria-labelledby={id}>
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-12">
      <h2 id={id} dir="auto" className="text-h2 wrap-anywhere lg:col-span-4">
        {title}
      </h2>
      <div className="divide-y divide-line border-y border-line lg:col-span-8">
        {questions.map(({ question, answer }, place) => (
          <details key={place} className="group">
            <summary
              dir="auto"
              className="flex min-h-11 cursor-pointer items-start justify-between gap-6 py-4 text-h3 font-display font-[560] wrap-anywhere"
            >
              {question}
              <Cross />
            </summary>
            <p dir="auto" className="max-w-measure me-auto pb-6 text-muted wrap-anywhere whitespace-pre-line">
              {answer}
            </p>
          </details>
        ))}
      </div>
    </div>
  </Section>
)

/** A cross for a closed answer, a line for an open one. */
const Cross = () => (
  <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-1.5 size-4 shrink-0 text-primary" stroke="currentColor">
    <path d="M1 8h14" strokeWidth="1.75" />
    <path d="M8 1v14" strokeWidth="1.75" className="group-open:opacity-0" />
  </svg>
)

/** The questions of a page as search engines read them (schema.org), in the head of the document: a page that a browser renders is not read by one. */
export function FaqData({ questions }: { questions: Answered[] }) {
  const collect = useContext(HeadContext)
  if (import.meta.env.SSR && questions.length > 0)
    collect?.({
      jsonLd: [
        {
          '@type': 'FAQPage',
          mainEntity: questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ],
    })
  return null
}
