import type { ReactNode } from 'react'
import { useCompany } from '#web/company-context.tsx'
import { type Gaps, shippedGaps } from './sentence.ts'

/** A fixed part of the message; Contact joins the parts (`givenMessage`). */
const Words = ({ children }: { children: string }) => <input type="hidden" name="message" value={children} />

type GapProps = { label: string; word: string; longest: number; size: number }

const Gap = ({ label, word, longest, size }: GapProps) => (
  <input
    className="gap tabular-nums"
    name="message"
    aria-label={label}
    defaultValue={word}
    maxLength={longest}
    size={size}
    autoComplete="off"
  />
)

type Topic = { title: string; plate?: string }

type SentenceFormProps = {
  /** The shipped ones unless given. */
  gaps?: Gaps | undefined
  topics: Topic[]
  /** The chosen subject, or one that is not among them. */
  subject?: string | undefined
  className?: string
  children: ReactNode
}

/**
 * The beginning of a message as a sentence with gaps. It is a native form: its fields are the address of Contact, which fills in the subject
 * and the message, and goes on at its first field. Each gap has a word, so that the form can be sent as it is. It needs no script.
 */
export default function SentenceForm({ gaps, topics, subject, className, children }: SentenceFormProps) {
  const { city } = useCompany().address
  const [people, place, problem] = gaps ?? shippedGaps(city)
  const isTopic = topics.some(({ title }) => title === subject)
  return (
    <form
      method="get"
      action="/contact#send"
      data-module=""
      aria-label="Your message in one sentence"
      className={className}
    >
      <p className="max-w-[34em] font-display text-sentence leading-[1.55] font-[560]">
        <Words>We are</Words>
        We are <Gap label="How many people you are" word={people} longest={20} size={4} /> <Words>people in</Words>
        people in <Gap label="Where you are" word={place} longest={60} size={7} />
        <Words>, and</Words>, and <Gap label="What is in the way" word={problem} longest={200} size={24} />
        <Words>.</Words>.{' '}
        {subject !== undefined && !isTopic ? (
          <input type="hidden" name="subject" value={subject} />
        ) : (
          topics.length > 0 && (
            <>
              Let us talk about{' '}
              <select className="gap" name="subject" aria-label="What to talk about" defaultValue={subject}>
                {topics.map(({ title, plate }) => (
                  <option key={title} data-plate={plate}>
                    {title}
                  </option>
                ))}
              </select>
              .
            </>
          )
        )}
      </p>
      {children}
    </form>
  )
}
