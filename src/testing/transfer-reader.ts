import { text } from 'node:stream/consumers'
import {
  linkToken,
  pictureToken,
  type SourceEntry,
  SourceError,
  type SourceReader,
} from '#features/transfer/ground/source.ts'
import { sources } from '#features/transfer/sources/sources.server.ts'
import type { TestApp } from './start-app.ts'

/** Reads a list of entries as it is. Its texts are Markdown. */
const reader: SourceReader = {
  kind: 'wordpress',
  recognises: async (files) => (await files.find('entries.json')) !== undefined,
  async *read(files) {
    const file = await files.find('entries.json')
    if (!file) throw new SourceError('This is no list of entries.')
    let entries: SourceEntry[]
    try {
      entries = JSON.parse(await text(await file.open()))
    } catch {
      throw new SourceError('entries.json is damaged.')
    }
    yield* entries
  },
}

/** Lets imports read lists of entries, in place of the exports of programs. @returns lets them read exports again, for the files that follow */
export function readEntries(): () => void {
  const former = { ...sources }
  sources.readers = [reader]
  sources.convert = async (_kind, source) => {
    if (source.includes('BOMB')) throw new Error('heap')
    const pictures: { address: string; alt: string }[] = []
    const links: string[] = []
    const content = source.replace(/(!?)\[([^\]]*)\]\(([^)]*)\)/g, (_, mark: string, alt: string, address: string) =>
      mark
        ? `![${alt}](${pictureToken(pictures.push({ address, alt }) - 1)})`
        : `[${alt}](${linkToken(links.push(address) - 1)})`,
    )
    return { content, pictures, links, begin: source.replace(/[#![\]()]/g, '').slice(0, 200), notes: [] }
  }
  return () => void Object.assign(sources, former)
}

type Some = Partial<Extract<SourceEntry, { is: 'post' | 'page' }>>

let made = 0
/** A public post of an old site. */
export function entry(some: Some = {}): SourceEntry {
  const slug = some.slug ?? `post-${++made}`
  return {
    is: 'post',
    sourceId: slug,
    title: `Title of ${slug}`,
    slug,
    text: `Words of ${slug}.`,
    facts: {},
    status: 'public',
    at: '2021-03-04T05:06:07.000Z',
    categories: [],
    tags: [],
    addresses: [`/2021/03/${slug}/`],
    notes: [],
    ...some,
  }
}

export const oldSite: SourceEntry = { is: 'site', title: 'Old', address: 'https://old.example' }

type Call = (method: string, path: string, body?: unknown) => Promise<Response>

/** Uploads entries, with the files that they name, and waits for the report. */
export async function upload(
  { url }: TestApp,
  headers: Record<string, string>,
  entries: SourceEntry[] | string,
  files: Record<string, Uint8Array<ArrayBuffer>> = {},
): Promise<Response> {
  const form = new FormData()
  const content = typeof entries === 'string' ? entries : JSON.stringify(entries)
  form.append('file', new Blob([content]), 'entries.json')
  for (const [name, bytes] of Object.entries(files)) form.append('file', new Blob([bytes]), name)
  return fetch(`${url}/api/content-imports`, { method: 'POST', body: form, headers })
}

/** Waits until an import is not worked on any more. @returns its last answer */
export async function settled(call: Call, id: string) {
  for (;;) {
    const found = await (await call('GET', `/api/content-imports/${id}`)).json()
    if (!['reading', 'applying', 'undoing'].includes(found.state)) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
