import * as z from 'zod/mini'
import { lines, optional, records, rows, text } from './fields.contract.ts'
import { defineSection, type Problem } from './section.contract.ts'

const fields = {
  title: optional(text('Title')),
  questionIds: optional(records('FAQs', 'faqs', 12)),
  questions: optional(
    rows('Own questions', {
      one: 'Question',
      least: 0,
      most: 12,
      fields: { question: text('Question', 300), answer: lines('Answer', 5_000) },
    }),
  ),
}

export const kind = defineSection('questions', {
  words: {
    name: 'FAQs',
    about: 'Questions that open to show their answers: your FAQs, or new ones for this page.',
    also: 'questions answers accordion',
  },
  fields,
  /** `questions` holds the FAQs too. */
  shown: { questions: z.array(z.object({ question: z.string(), answer: z.string() })) },
  check({ questionIds, questions }: { questionIds?: unknown; questions?: unknown }): Problem[] {
    if (questionIds && questions)
      return [{ path: 'questions', message: 'Choose FAQs or write own questions, not both' }]
    return questionIds || questions ? [] : [{ path: 'questionIds', message: 'Choose FAQs, or write own questions' }]
  },
})
