/** The public validator has no types. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(found: {
      jsonld: Record<string, object[]>
    }): Promise<{ severity: 'ERROR' | 'WARNING'; issueMessage: string }[]>
  }
}
