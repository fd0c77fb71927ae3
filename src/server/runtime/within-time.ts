/** Waits for an answer of the database. @throws when there is none within `limit` milliseconds */
export async function withinTime<Answer>(answer: Promise<Answer>, limit: number): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}
