import { setTimeout as wait } from 'node:timers/promises'
import { serveCalls } from '#server/runtime/worker-process.ts'

const calls = {
  double: (bytes: Uint8Array) => Buffer.concat([bytes, bytes]),
  fail: (words: string) => {
    throw new Error(words)
  },
  failWithoutWords: () => Promise.reject(),
  die: () => process.exit(3),
  settings: () => process.env['ADMIN_PASSWORD'],
  pid: () => process.pid,
  wait: (milliseconds: number) => wait(milliseconds, 'waited'),
  workForEver: () => {
    for (;;);
  },
  fillMemory: () => {
    const kept: object[] = []
    for (;;) kept.push({ number: kept.length })
  },
}
export type FailingCalls = typeof calls

serveCalls(calls)
