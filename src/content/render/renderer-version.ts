/**
 * Goes up whenever the same source is rendered to other HTML: at the next start what is stored is rendered anew (`stored-rendering.ts`).
 * A test knows what this version renders.
 */
export const rendererVersion = 1
