import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { question, questionInput } from './questions.contract.ts'
import { questions } from './questions.table.ts'

export const questionEntity = orderedEntity(questions, {
  label: 'Question',
  nameColumn: 'question',
  record: question,
  input: questionInput,
  initial: { places: [] },
})
