const number = (name: string, standard: number) => {
  const value = Number(process.env[name] ?? standard)
  if (!(value > 0)) throw new Error(`${name} must be a number above 0`)
  return value
}

/** Seconds of one round of load, and the number of rounds that each server gets. */
export const seconds = number('BENCH_SECONDS', 1)
export const rounds = number('BENCH_ROUNDS', 7)
/** Visits to each page by the throttled phone. */
export const visits = number('BENCH_VISITS', 3)
/** Numbers of posts, in ascending order. The first is what the others are compared with. */
export const scales = (process.env['BENCH_POSTS'] ?? '60,20000').split(',').map(Number)
if (scales.some((posts, index) => !(posts > (scales[index - 1] ?? 0))))
  throw new Error('BENCH_POSTS must be ascending numbers of posts, such as 60,20000')
