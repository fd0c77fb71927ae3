import { answerQuestions } from '../helper-process.ts'

const calls = {
  double: (bytes: Uint8Array) => Buffer.concat([bytes, bytes]),
  fail: (words: string) => {
    throw new Error(words)
  },
  die: () => process.exit(3),
  settings: () => process.env.ADMIN_PASSWORD,
}
export type OddCalls = typeof calls

answerQuestions(calls)
