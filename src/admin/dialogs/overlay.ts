/** The layer between the page and a dialog. */
export const overlayClass = 'fixed inset-0 z-50 bg-[rgb(6_24_21/0.5)]'

/** A panel in the middle of the window. */
export const floatingPanel =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 overflow-y-auto rounded-panel border border-line bg-raised p-6 shadow-float'
