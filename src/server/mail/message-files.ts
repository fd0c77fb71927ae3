import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes the message files (`DATA_DIR/mail`) that contain an address, of whatever kind they are. @param email in lower case */
export async function deleteMessageFiles(dataDir: string, email: string): Promise<void> {
  const folder = join(dataDir, 'mail')
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const source = await readFile(file, 'latin1').catch(() => '')
    if (decodings(source).some((text) => text.toLowerCase().includes(email))) await rm(file, { force: true })
  }
}

/** A message as it is written, and its parts in the encodings of mail. */
const decodings = (source: string): string[] => [
  source,
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  ...[...source.matchAll(/(?:^[A-Za-z0-9+/]{20,}={0,2}\r?\n)+(?:[A-Za-z0-9+/]+={0,2}\r?\n)?/gm)].map(([part]) =>
    Buffer.from(part, 'base64').toString('latin1'),
  ),
]
