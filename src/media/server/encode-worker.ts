import { constants, setPriority } from 'node:os'
import { serveCalls } from '#server/worker-process.ts'
import { encodeLogo } from './encode-logo.ts'
import { encodePicture } from './encode-picture.ts'

const calls = { encodePicture, encodeLogo }
export type EncodeCalls = typeof calls

// Serving pages has priority over encoding.
setPriority(constants.priority.PRIORITY_LOW)
serveCalls(calls)
