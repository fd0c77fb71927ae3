import type { ReactNode } from 'react'
import { useSearch } from '#ui/router.ts'
import { useCompany } from '#web/company-context.tsx'
import { type Gaps, shippedGaps } from './sentence.ts'

const longest = { we: 20, in: 60, and: 200, about: 300 }
type Parts = { [Name in keyof typeof longest]?: string | undefined }

/** Letters, numbers and the signs of a sentence. An address, a mail address or markup needs others. */
const plain = /^[\p{L}\p{M}\p{N} ,;!?'’"“”()&+%€$£₹-]+$/u

/** The parts of the sentence that an address of Home names. A part that nobody would type there is left out. */
export const sentenceIn = (given: URLSearchParams): Parts =>
  Object.fromEntries(
    Object.entries(longest).flatMap(([name, most]) => {
      const part = given.get(name)?.trim() ?? ''
      return part.length <= most && plain.test(part) ? [[name, part]] : []
    }),
  )

type GapProps = { name: string; label: string; word: string; longest: number; size: number }

const Gap = ({ label, word, longest, ...field }: GapProps) => (
  <input
    {...field}
    className="gap tabular-nums"
    aria-label={label}
    defaultValue={word}
    maxLength={longest}
    autoComplete="off"
  />
)

/**
 * The beginning of a message as a sentence with gaps. It is a native form: its fields are the address of Contact, which fills in the subject
 * and the message, or an address of Home, to be sent to somebody. Each gap has a word, so that the form can be sent as it is. It needs no script.
 */
export default function Sentence({ topics, children }: { topics: string[]; children: ReactNode }) {
  const shipped = shippedGaps(useCompany().address.city)
  const given = sentenceIn(useSearch())
  const [people, place, problem] = shipped.map(
    (word, at) => [given.we, given.in, given.and][at] ?? word,
  ) as unknown as Gaps
  return (
    <form
      method="get"
      action="/contact#send"
      data-module=""
      aria-label="Your message in one sentence"
      className="mt-10 border-t border-deep-line pt-8"
    >
      <p className="max-w-[34em] font-display text-sentence leading-[1.55] font-[560]">
        We are <Gap name="we" label="How many people you are" word={people} longest={20} size={4} /> people in{' '}
        <Gap name="in" label="Where you are" word={place} longest={60} size={7} />, and{' '}
        <Gap name="and" label="What is in the way" word={problem} longest={200} size={24} />.{' '}
        {topics.length > 0 && (
          <>
            Let us talk about{' '}
            <select className="gap" name="about" aria-label="What to talk about" defaultValue={given.about}>
              {topics.map((title) => (
                <option key={title}>{title}</option>
              ))}
            </select>
            .
          </>
        )}
      </p>
      {children}
    </form>
  )
}
