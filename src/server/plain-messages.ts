import * as z from 'zod/mini'

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The message for an issue without one in the contract. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'This is required'
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${kinds[issue.expected] ?? 'of another kind'}`
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_big':
      return issue.origin === 'number'
        ? `This must be at most ${issue.maximum}`
        : `This is too long (at most ${issue.maximum})`
    case 'too_small':
      return issue.origin === 'number'
        ? `This must be ${issue.minimum} or more`
        : `This is too short (at least ${issue.minimum})`
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.map((key) => `"${key}"`).join(' and no field ')}`
    default:
      return 'This is not valid'
  }
}
// `zod/mini` has no messages of its own. The first import sets these for the whole process.
z.config({ localeError: plainMessage })
