export function CloudDrawing() { return null }
export function DataDrawing() { return null }
export function AiDrawing() { return null }
