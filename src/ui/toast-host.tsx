import './toast-styles.ts'
import { createRoot } from 'react-dom/client'
import toast, { Toaster } from 'react-hot-toast'

// It has a separate React root, because a toast outlives the screen that raised it. Its durations are the library's defaults, as
// specified.
const host = document.createElement('div')
// A dialog hides from screen readers all that was there before it, except live regions. Each toast says itself how it is read.
host.setAttribute('aria-live', 'off')
document.body.append(host)
createRoot(host).render(
  <Toaster
    position="top-right"
    containerStyle={{ top: 'var(--toasts-top, 96px)' }}
    toastOptions={{
      style: {
        // A toast does not take clicks, so that everything below it can be used at once.
        pointerEvents: 'none',
        background: 'var(--color-raised)',
        color: 'var(--color-ink)',
        border: '1px solid var(--color-line)',
        borderRadius: 'var(--radius-control)',
        boxShadow: 'var(--shadow-float)',
        fontSize: '0.875rem',
        lineHeight: 1.4,
      },
      success: { iconTheme: { primary: 'var(--color-success)', secondary: 'var(--color-raised)' } },
      error: { iconTheme: { primary: 'var(--color-danger)', secondary: 'var(--color-raised)' } },
    }}
  />,
)

/** An error that several calls have at once, such as that of a lost connection, is one toast. */
export const show = (kind: 'success' | 'error', message: string): string =>
  kind === 'error' ? toast.error(message, { id: message }) : toast.success(message)

export const remove = (id: string) => toast.remove(id)
