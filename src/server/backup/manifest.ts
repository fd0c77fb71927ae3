import * as z from 'zod/mini'

/** What a backup says of itself; it is the file `manifest.json` in the archive. */
export const manifest = z.object({
  /** The format of the file. A program refuses one that it does not know. */
  format: z.literal(1),
  /** The version of the program that made it. */
  version: z.string(),
  createdAt: z.string(),
  source: z.enum(['sqlite', 'postgres']),
  /** The migrations that the database had, in order. */
  schema: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** The columns with bytes, which stand in the rows as base64. */
      bytes: z.array(z.string()),
      rows: z.int(),
      /** Of the lines of the table's file. */
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.infer<typeof manifest>
export type TableEntry = Manifest['tables'][number]

/** The file of a table in the archive: one row a line, as JSON. */
export const tableFile = (name: string) => `tables/${name}.ndjson`

/** Why a file cannot be used. Its message is one line for the operator that begins with the name of the file. */
export class BackupError extends Error {
  override name = 'BackupError'
}
