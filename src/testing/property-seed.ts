import fc from 'fast-check'

// Property tests use the same cases in every run, so that a failure is due to the change. FC_SEED selects others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })
