import * as z from 'zod/mini'

/** The format of exports. A reader refuses a later one. */
export const exportFormat = 1

export const manifestPath = 'data/manifest.json'
/** Where each picture and PDF is, one in each line. */
export const filesPath = 'data/files.json'
export const dataPath = (table: string) => `data/${table}.json`
export const schemaPath = (table: string) => `data/schema/${table}.json`

/** Written last, so that an export without it is known to be incomplete. */
export const manifest = z.object({
  program: z.literal('Atrium'),
  format: z.int(),
  version: z.string(),
  exportedAt: z.string(),
  site: z.object({ title: z.string(), address: z.string(), timeZone: z.string() }),
  /** Whether it has people. */
  people: z.boolean(),
  /** How many records each file in `data` has, in the order in which they are read back. */
  records: z.record(z.string(), z.int()),
})
export type Manifest = z.infer<typeof manifest>

/** A picture or a PDF. `isOriginal` says that it is in the form of its upload; the size of a picture is in pixels. */
export const exportedFile = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{16,64}$/)),
  path: z.string(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  isOriginal: z.boolean(),
  inLibrary: z.boolean(),
})
export type ExportedFile = z.infer<typeof exportedFile>
