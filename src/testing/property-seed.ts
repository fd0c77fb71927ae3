import fc from 'fast-check'

// Properties are tried on the same cases in every run, so that a change is judged by what it changed. FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
