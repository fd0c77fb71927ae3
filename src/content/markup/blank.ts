import type { Parents } from 'hast'

/** In a file of its own, so that the server asks it without loading what makes elements. */
export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''
