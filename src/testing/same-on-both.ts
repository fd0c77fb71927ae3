import { inject } from 'vitest'

/** The options of a test whose result cannot differ by database, in a file that runs on both: on PostgreSQL it runs with `npm test -- --all` only. */
export const sameOnBoth = inject('postgresUrl') ? { tags: 'all' } : {}
