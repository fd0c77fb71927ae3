import fc from 'fast-check'

// Property tests use the same cases in every run, so that a failure is due to the change. FC_SEED selects others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })

/** How many cases a property has: on each push, where they are always the same, a third of those of the night. */
export const runs = (each: number) => (process.env['TEST_ALL'] === 'false' ? Math.ceil(each / 3) : each)
