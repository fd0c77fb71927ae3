/** Facts in one line that breaks only after the dot between two of them. */
export const factsLine = (facts: (string | false | undefined)[]) =>
  facts
    .filter((fact) => typeof fact === 'string')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join('\u00a0· ')
