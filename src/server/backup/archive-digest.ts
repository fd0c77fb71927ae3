import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './manifest.ts'

const label = 'atrium sha256 '
/** The comment of the archive, which is the end of the file. It is replaced by the digest of all bytes before it. */
export const emptyComment = label + '0'.repeat(64)
const length = emptyComment.length

/** Passes an archive on and writes the digest of its bytes as its comment. */
export function sealArchive(): Transform {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk])
      const passed = all.subarray(0, Math.max(0, all.length - length))
      held = all.subarray(passed.length)
      hash.update(passed)
      done(null, passed)
    },
    flush(done) {
      done(null, Buffer.from(label + hash.digest('hex')))
    },
  })
}

/**
 * Reads the whole file and compares it with its digest, to detect a single changed bit.
 * @throws BackupError if it is not a backup, was cut off, or has changed
 */
export async function checkSeal(file: string): Promise<void> {
  const name = basename(file)
  const unreadable = (cause: NodeJS.ErrnoException) =>
    new BackupError(`${file} cannot be read (${cause.code ?? cause.message})`, { cause })
  const [start, end] = [Buffer.alloc(4), Buffer.alloc(length)]
  let size: number
  try {
    const found = await stat(file)
    if (!found.isFile()) throw new Error('it is no file')
    size = found.size
    await using handle = await open(file)
    await handle.read(start, 0, 4, 0)
    await handle.read(end, 0, length, Math.max(0, size - length))
  } catch (cause) {
    throw unreadable(cause as Error)
  }
  if (start.toString('latin1') !== 'PK\x03\x04')
    throw new BackupError(`${name} is not a backup of Atrium, or its beginning is damaged`)
  const [, digest] = new RegExp(`^${label}([0-9a-f]{64})$`).exec(end.toString('latin1')) ?? []
  if (digest === undefined) throw new BackupError(`${name} is cut off or damaged: the digest at its end is missing`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { end: size - length - 1 }), hash).catch((cause) => {
    throw unreadable(cause)
  })
  if (hash.digest('hex') !== digest)
    throw new BackupError(`${name} is damaged: its bytes are not those that were written`)
}
