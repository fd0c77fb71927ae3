import { answerQuestions } from '../helper-process.ts'
import { measureContent, plainText, renderContent } from './render-content.ts'

const calls = { measureContent, plainText, renderContent }
export type RenderCalls = typeof calls

answerQuestions(calls)
