import { answerQuestions } from '../helper-process.ts'
import { renderContent } from './render-content.ts'

const calls = { renderContent }
export type RenderCalls = typeof calls

answerQuestions(calls)
