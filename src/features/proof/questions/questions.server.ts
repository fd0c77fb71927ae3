import { orderedRoutes } from '#server/resource/ordered-routes.ts'
import { rowTrash } from '#server/resource/trash.ts'
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
