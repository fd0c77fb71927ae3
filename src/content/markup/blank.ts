import type { Parents } from 'hast'

/** A separate file, so the server can use it without loading the element builders. */
export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''
