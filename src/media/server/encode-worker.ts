import { constants, setPriority } from 'node:os'
import { serveCalls } from '#server/worker-process.ts'
import { encodePicture } from './encode-picture.ts'

const calls = { encodePicture }
export type EncodeCalls = typeof calls

// Whoever waits for a page comes first.
setPriority(constants.priority.PRIORITY_LOW)
serveCalls(calls)
