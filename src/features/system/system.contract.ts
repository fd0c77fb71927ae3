import * as z from 'zod/mini'

/** System status. Times are ISO 8601 in UTC, sizes in bytes. */
export const system = z.object({
  version: z.string(),
  startedAt: z.string(),
  publicUrl: z.string(),
  /** Problems that need action, in sentences, the most urgent first. */
  warnings: z.array(z.string()),
  /** Problems that are not urgent, in sentences, the worst first. Everything works if both lists are empty. */
  lacks: z.array(z.string()),
  /** The pages that staff have built at paths which this version of the program needs. `owner` is in words: 'the page Courses'. */
  lostPages: z.array(
    z.object({ entity: z.string(), _id: z.string(), name: z.string(), path: z.string(), owner: z.string() }),
  ),
  backup: z.object({
    /** When it is made each night, by the clock of `timeZone`; absent without automatic backups. */
    at: z.optional(z.string()),
    nextAt: z.optional(z.string()),
    /** Whether a command copies each backup elsewhere. */
    copied: z.boolean(),
    /** The last verified one. */
    good: z.optional(z.object({ at: z.string(), name: z.string(), bytes: z.int(), rows: z.int() })),
    /** The backups in the folder of the answering process, by reason. */
    stored: z.array(
      z.object({
        reason: z.enum(['nightly', 'request', 'upgrade', 'migration', 'replaced', 'manual']),
        count: z.int(),
        bytes: z.int(),
      }),
    ),
    /** The newest in that folder, which can be downloaded. */
    newest: z.optional(z.object({ at: z.string(), name: z.string(), bytes: z.int() })),
    running: z.boolean(),
    /** The error of the last attempt, if it failed. `onlyCopy`: the backup is good, and was not copied elsewhere. */
    failed: z.optional(z.object({ at: z.string(), reason: z.string(), onlyCopy: z.boolean() })),
  }),
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: z.int() }),
  /** Of the data folder; absent where the disk tells no sizes. */
  disk: z.optional(z.object({ free: z.int(), size: z.int() })),
  jobs: z.array(
    z.object({
      name: z.string(),
      /** Whether one of all processes does it. Otherwise each does it, and the times are those of the answering process. */
      once: z.enum(['process', 'site']),
      /** The pause between two runs, in milliseconds. */
      every: z.int(),
      /** The hour of the night from which it is done, by the clock of `timeZone`. */
      at: z.optional(z.int()),
      /** The end of the last run without an error. */
      lastAt: z.optional(z.string()),
      /** The end and the error of the last run, if it failed. */
      failed: z.optional(z.object({ at: z.string(), reason: z.string() })),
    }),
  ),
  /** The data that is deleted each night once it is old. */
  retentions: z.array(
    z.object({
      name: z.string(),
      /** How long it is kept, in words; absent for no end. */
      keep: z.optional(z.string()),
      /** The last night in which something was deleted, and how much. */
      last: z.optional(z.object({ at: z.string(), count: z.int() })),
    }),
  ),
  mail: z.object({
    /** Whether a mail server is set; without one messages are written to files. */
    server: z.boolean(),
    /** The due messages, and the due time of the oldest. */
    due: z.int(),
    dueSince: z.optional(z.string()),
    /** Messages for later: held, or tried again after a pause. */
    later: z.int(),
    /** Messages of the last seven days that were given up. */
    failed: z.int(),
    /** When the mail server last took a message, to the minute. */
    sentAt: z.optional(z.string()),
    /** Since when it has taken none, and its last answer. Absent while it works. */
    refuses: z.optional(z.object({ since: z.string(), reason: z.string() })),
  }),
  /** The last successful call of `HEARTBEAT_URL`, and the error of the last call, if it failed; absent without such a service. */
  heartbeat: z.optional(z.object({ at: z.optional(z.string()), error: z.optional(z.string()) })),
  clock: z.object({
    now: z.string(),
    timeZone: z.string(),
    /** How far the clock of the database is ahead of the program's, in milliseconds. */
    databaseAhead: z.int(),
  }),
})
export type System = z.infer<typeof system>

/** The DKIM selector to look up, which only the mail server knows; '' tries common ones. */
export const systemChecksBody = z.object({
  dkimSelector: z
    .string()
    .check(
      z.trim(),
      z.maxLength(63),
      z.regex(/^([a-z0-9]([a-z0-9_.-]*[a-z0-9])?)?$/i, 'Enter a name such as mail or s1'),
    ),
})

/** The result of a check from outside, in a sentence. `unknown`: the check failed. */
const systemCheck = z.object({
  name: z.string(),
  state: z.enum(['good', 'bad', 'unknown']),
  message: z.string(),
})
export const systemChecks = z.object({ checks: z.array(systemCheck) })
export type SystemCheck = z.infer<typeof systemCheck>
