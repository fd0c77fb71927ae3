import { type Covered, type CoverNumbers, coverOf, coverToText, textToCover } from '#contract/cover.ts'
import type { Database } from '#server/database/connect.ts'
import { keyedHash } from '#server/security/signed-tokens.ts'

/** Raise it when covers are drawn differently: mail programs keep a picture by its address. */
const drawingVersion = 1

/** The path of a record's drawn cover as a picture, for messages. It contains our signature, so no one can request other drawings. */
export async function coverPicture(database: Database, record: Covered): Promise<string> {
  const text = coverToText(coverOf(record))
  return `/cards/cover/${text}.${await signature(database, text)}.jpg`
}

/** Reads the part of such a path after `/cards/cover/`; null if it is not ours. */
export async function readCoverPicture(database: Database, name: string): Promise<CoverNumbers | null> {
  const [, text = '', mac] = /^([\d-]+)\.([\w-]{22})\.jpg$/.exec(name) ?? []
  return mac === (await signature(database, text)) ? textToCover(text) : null
}

const signature = (database: Database, text: string) => keyedHash(database, 'cover', `${drawingVersion} ${text}`)
