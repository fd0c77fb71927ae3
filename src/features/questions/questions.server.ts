import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { listedQuestion, questionInput, staffQuestion } from './questions.contract.ts'
import { questions } from './questions.table.ts'

export const questionEntity = orderedEntity(questions, {
  label: 'Question',
  nameColumn: 'question',
  listed: listedQuestion,
  input: questionInput,
  record: staffQuestion,
  initial: { places: [] },
})
