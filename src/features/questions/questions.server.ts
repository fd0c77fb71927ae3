import { rowTrash } from '#server/record/trash.ts'
import { orderedRoutes } from '#server/resource/ordered-routes.ts'
import { listedQuestion, questionInput, staffQuestion } from './questions.contract.ts'
import { questions } from './questions.table.ts'

export const questionRoutes = orderedRoutes({
  table: questions,
  tag: 'Questions',
  label: 'Question',
  listed: listedQuestion,
  input: questionInput,
  record: staffQuestion,
  initial: { places: [] },
})

export const questionTrash = rowTrash(questions, 'Question', 'question')
