/**
 * Increase it whenever the same source is rendered to different HTML, so that the next start renders stored texts again
 * (`renew-renderings.ts`). A test fails when the output changes without it.
 */
export const rendererVersion = 5
